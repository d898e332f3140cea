function text = digits_of (value)
  % Returns the digits of an integer; %d is for what int64 has.
  form = "%d";
  if (isa (value, "uint64"))
    form = "%u";
  end
  text = sprintf (form, value);
end
