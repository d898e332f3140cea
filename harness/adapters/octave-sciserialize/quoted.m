function text = quoted (value)
  % Returns a string in JSON. jsonencode ends at U+0000, which goes through it as the octet ff.
  text = '""';
  if (! isempty (value))
    text = strrep (jsonencode (strrep (value, char (0), char (255))), char (255), '\u0000');
  end
end
