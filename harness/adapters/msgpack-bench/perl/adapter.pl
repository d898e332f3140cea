# Puts goldenwire's questions to Data::MessagePack: `adapter.pl messagepack default|careful HELLO`, HELLO being a file with
# the reply to hello. It drives `pack` and `unpack`; the careful user switches `utf8` on, so that text is written as str.
use strict;
use warnings;

use FindBin ();
use lib $FindBin::Bin;

use Data::MessagePack ();
use Values ();
use Protocol ();

my (undef, $options, $file) = @ARGV;
my $packer = $options eq 'careful' ? Data::MessagePack->new->utf8 : Data::MessagePack->new;

# What the package gives; what it dies with is its no.
sub asked {
    my ($method, $argument) = @_;
    my $result;
    eval { $result = $packer->$method($argument); 1 } or Protocol::rejected($@ =~ s/ at \S+ line \d+.*//sr);
    return \$result;
}

open my $handle, '<', $file or die "$file: $!\n";
my $hello = Protocol::parse(do { local $/; <$handle> });
@ARGV = ();
Protocol::serve(
    $hello,
    decode    => sub { Values::describe(${asked(unpack => $_[0])}) },
    encode    => sub { ${asked(pack => Values::build($_[0]))} },
    transcode => sub { ${asked(pack => ${asked(unpack => $_[0])})} },
);
