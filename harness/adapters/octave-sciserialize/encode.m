function bytes = encode (value)
  % Returns the JSON document of a value, a row of uint8; refuses what has none.
  text = written (value);
  check_text (text);
  if (nesting (regexprep (text, '"(?:[^"\\]++|\\.)*+"', '""')) > 128)
    refuse ("rejected", "it nests deeper than 128 levels");
  end
  bytes = uint8 (text);
end

function text = written (value)
  if (ischar (value))
    check_text (value);
    text = quoted (value);
  elseif (iscell (value))
    text = ["[" joined(value, @written) "]"];
  elseif (isstruct (value))
    text = written_struct (value);
  elseif (isa (value, "uint8"))
    text = ['{"__base64__":"' base64(value) '"}'];
  elseif (islogical (value))
    text = {"false", "true"}{value + 1};
  elseif (isempty (value))
    text = "null";
  else
    text = number (value);
  end
end

function text = written_struct (value)
  switch (value.kind)
    case "map"
      text = ["{" map(value.keys, value.values) "}"];
    case "datetime"
      text = ['{"__type__":"datetime","isostr":"' isostr(value.text) '"}'];
    case "timedelta"
      text = sprintf ('{"__type__":"timedelta","days":%d,"seconds":%d,"microsec":%d}', value.members);
    case "ndarray"
      bytes = zeros (1, 0, "uint8");
      if (! isempty (value.cells))
        bytes = typecast (value.cells, "uint8");
      end
      shape = joined (num2cell (value.shape), @number);
      text = ['{"__type__":"ndarray","dtype":"' value.dtype '","shape":[' shape '],"bytes":' written(bytes) '}'];
  end
end

function text = map (keys, values)
  if (any (strcmp (keys, "__type__")) || any (strcmp (keys, "__base64__")))
    refuse ("rejected", "a key is reserved");
  elseif (numel (unique (keys)) < numel (keys))
    refuse ("rejected", "a key is repeated");
  end
  members = cell (1, numel (keys));
  for i = 1:numel (keys)
    check_text (keys{i});
    members{i} = [quoted(keys{i}) ":" written(values{i})];
  end
  text = strjoin (members, ",");
end

function text = joined (items, form)
  texts = cell (1, numel (items));
  for i = 1:numel (items)
    texts{i} = form (items{i});
  end
  text = strjoin (texts, ",");
end

function text = number (value)
  % Returns the least digits that come back; jsonencode rounds.
  if (! isfinite (value))
    refuse ("rejected", "JSON has no number for NaN and infinities");
  end
  for precision = 15:17
    text = sprintf ("%.*g", precision, value);
    if (str2double (text) == value)
      break;
    end
  end
  if (strcmp (text, "-0"))
    text = "-0.0";
  end
end

function text = base64 (bytes)
  text = "";
  if (! isempty (bytes))
    text = matlab.net.base64encode (bytes);
  end
end
