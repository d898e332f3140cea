# The goldenwire protocol, version 1, in Perl: the modules that Perl comes with alone.
#
# Protocol::serve(%operations) answers requests from standard input until it ends. An operation dies with a reference:
# {rejected => why} to refuse, {unsupported => why} to decline; what else it dies with is `failed`.
package Protocol;

use strict;
use warnings;

use JSON::PP ();

my $json = JSON::PP->new->utf8->allow_nonref->max_depth(20_000);

sub parse { return $json->decode($_[0]) }

sub rejected { die {rejected => {message => "$_[0]"}} }

sub unsupported { die {unsupported => "$_[0]"} }

# The reply to a request.
sub answer {
    my ($operations, $request) = @_;
    my $operation = $operations->{$request->{op}} or return {unsupported => "the operation $request->{op}"};
    my $asked = $request->{op} eq 'encode' ? $request->{value} : pack 'H*', $request->{bytes};
    my $result;
    if (!eval { $result = $operation->($asked); 1 }) {
        return ref $@ ? $@ : {failed => "$@" =~ s/\s+/ /gr};
    }
    return $request->{op} eq 'decode' ? {value => $result} : {bytes => unpack 'H*', $result};
}

sub serve {
    my ($hello, %operations) = @_;
    binmode STDIN;
    binmode STDOUT;
    $| = 1;
    while (defined(my $line = <STDIN>)) {
        my $request = parse($line);
        my $reply
            = $request->{op} eq 'hello'
            ? {protocol => 1, %$hello}
            : {id => $request->{id}, %{answer(\%operations, $request)}};
        print $json->encode($reply), "\n";
    }
    return;
}

1;
