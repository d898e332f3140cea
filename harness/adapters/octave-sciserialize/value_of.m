function value = value_of (tree)
  % Returns the value that the notation, read by read_json, stands for; refuses what Octave cannot hold as no value
  % of the format is, and calls unsupported what the codec does not have.
  if (! isstruct (tree))
    value = tree;
    return;
  end
  content = tree.values{1};
  switch (tree.keys{1})
    case "number"
      value = number (content);
    case "str"
      value = content;
    case "utf8"
      refuse ("rejected", "the octets %s in the place of a text", content);
    case "bin"
      value = octets (content);
    case "array"
      value = cell (1, numel (content));
      for i = 1:numel (content)
        value{i} = value_of (content{i});
      end
    case "map"
      value = map (content);
    case "datetime"
      value = struct ("kind", "datetime", "text", content);
    case "timedelta"
      parts = cellfun (@integer_of_64, content, "UniformOutput", false);
      value = struct ("kind", "timedelta", "members", normalised (parts{:}));
    case "ndarray"
      value = ndarray (member (content, "dtype", ""), member (content, "shape", {}), member (content, "elements", {}));
    case {"unknown", "unique_set", "maskedarray"}
      refuse ("rejected", "there is no type for it");
    otherwise
      refuse ("unsupported", "there is no %s here", tree.keys{1});
  end
end

function bytes = octets (digits)
  bytes = reshape (uint8 (sscanf (digits, "%2x")), 1, []);
end

function value = number (text)
  if (strncmp (text, "0x", 2))
    value = hex2num (text(3:end));
  else
    value = whole (text);
  end
end

function value = whole (text)
  % Returns the double that is this integer of 64 bits; refuses it if there is none (big-integer: double).
  value = double (integer_of_64 (text));
  if (! strcmp (sprintf ("%.0f", value), text))
    refuse ("rejected", "no double is %s", text);
  end
end

function value = integer_of_64 (text)
  % Returns the uint64, or the int64 below zero, that has the digits; refuses them if there is none.
  class_name = {"uint64", "int64"}{strncmp (text, "-", 1) + 1};
  value = integer (text, class_name);
end

function value = integer (text, class_name)
  % Returns the integer of this class that has the digits; refuses them if there is none.
  value = feval (class_name, 0);
  sign = feval (class_name, 1);
  if (ischar (text) && strncmp (text, "-", 1) && ! strncmp (class_name, "u", 1))
    sign = -sign;
  end
  if (! ischar (text) || isempty (regexp (text, '\A-?[0-9]+\z', "once")))
    refuse ("rejected", "it is no integer");
  end
  for digit = text(text != "-") - "0"
    value = value * 10 + sign * digit;
  end
  if (! strcmp (digits_of (value), text))
    refuse ("rejected", "%s is out of the range of %s", text, class_name);
  end
end

function value = map (pairs)
  keys = values = cell (1, numel (pairs));
  for i = 1:numel (pairs)
    keys{i} = pairs{i}{1};
    if (isstruct (keys{i}))
      keys{i} = value_of (keys{i});
    end
    values{i} = value_of (pairs{i}{2});
  end
  value = struct ("kind", "map", "keys", {keys}, "values", {values});
end

function value = ndarray (dtype, shape, elements)
  [class_name, width, parts] = dtype_of (dtype);
  shape = [zeros(1, 0), cellfun(@whole, shape)];
  if (any (shape < 0) || (any (shape == 0) && ! isempty (elements))
      || (! any (shape == 0) && prod (shape) != numel (elements)))
    refuse ("rejected", "the shape does not fit the elements");
  end
  if (parts == 2)
    if (! all (cellfun (@(pair) iscell (pair) && numel (pair) == 2, elements)))
      refuse ("rejected", "a complex element is no pair");
    end
    elements = [{}, elements{:}];
  end
  cells = zeros (1, numel (elements), class_name);
  for i = 1:numel (elements)
    cells(i) = element (elements{i}, dtype, class_name, width / parts);
  end
  value = struct ("kind", "ndarray", "dtype", dtype, "shape", shape, "cells", cells);
end

function cell = element (given, dtype, class_name, width)
  if (strcmp (dtype, "bool"))
    if (! islogical (given))
      refuse ("rejected", "an element is no boolean");
    end
    cell = uint8 (given);
  elseif (any (dtype(1) == "fc"))
    if (! ischar (given) || isempty (regexp (given, sprintf ('\\A0x[0-9a-f]{%d}\\z', 2 * width), "once")))
      refuse ("rejected", "an element is not of this dtype");
    end
    cell = typecast (fliplr (octets (given(3:end))), class_name);
  else
    cell = integer (given, class_name);
  end
end
