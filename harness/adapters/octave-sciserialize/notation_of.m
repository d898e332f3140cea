function text = notation_of (value)
  % Returns a value in the notation, as JSON.
  if (ischar (value))
    text = ['{"str":' quoted(value) '}'];
  elseif (iscell (value))
    text = ['{"array":[' joined(value) ']}'];
  elseif (isstruct (value))
    text = of_struct (value);
  elseif (isa (value, "uint8"))
    text = ['{"bin":"' sprintf("%02x", value) '"}'];
  elseif (islogical (value))
    text = {"false", "true"}{value + 1};
  elseif (isempty (value))
    text = "null";
  else
    text = ['{"number":"0x' num2hex(value) '"}'];
  end
end

function text = of_struct (value)
  switch (value.kind)
    case "map"
      text = ['{"map":[' pairs(value.keys, value.values) ']}'];
    case "datetime"
      text = ['{"datetime":"' value.text '"}'];
    case "timedelta"
      text = sprintf ('{"timedelta":["%d","%d","%d"]}', value.members);
    case "ndarray"
      text = ['{"ndarray":{"dtype":"' value.dtype '","shape":[' listed('"%.0f",', value.shape) '],"elements":[' ...
              elements(value.dtype, value.cells) ']}}'];
  end
end

function text = pairs (keys, values)
  % Returns the pairs of a map in the order of their keys' octets.
  [~, order] = sort (cellfun (@(key) sprintf ("%02x", uint8 (key)), keys, "UniformOutput", false));
  texts = cell (1, numel (keys));
  for i = 1:numel (keys)
    texts{i} = ["[" quoted(keys{order(i)}) "," notation_of(values{order(i)}) "]"];
  end
  text = strjoin (texts, ",");
end

function text = joined (items)
  texts = cell (1, numel (items));
  for i = 1:numel (items)
    texts{i} = notation_of (items{i});
  end
  text = strjoin (texts, ",");
end

function text = elements (dtype, cells)
  if (strcmp (dtype, "bool"))
    text = strjoin ({"false", "true"}(cells + 1), ",");
    return;
  elseif (any (strcmp (dtype(1), {"f", "c"})))
    width = sizeof (cells(1:min (1, end)));
    form = sprintf ('"0x%%0%dx",', 2 * width);
  else
    form = '"%d",';
    if (isa (cells, "uint64"))
      form = '"%u",';  % %d is for what int64 has
    end
  end
  if (dtype(1) == "c")
    form = ["[" form(1:end - 1) "," form(1:end - 1) "],"];
  end
  text = listed (form, cells);
end

function text = listed (form, numbers)
  % Returns the numbers in a form that ends with a comma, without the last one; sprintf prints no numbers as one.
  text = "";
  if (! isempty (numbers))
    text = sprintf (form, numbers)(1:end - 1);
  end
end
