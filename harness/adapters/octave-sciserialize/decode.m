function value = decode (bytes)
  % Returns the value of a document: plain values as read_json has them; maps, date-times, durations and arrays as
  % structs with a field kind; binary as a row of uint8.
  value = typed (read_json (char (bytes), 128));
end

function value = typed (tree)
  value = tree;
  if (iscell (tree))
    for i = 1:numel (tree)
      value{i} = typed (tree{i});
    end
  elseif (isstruct (tree))
    for i = 1:numel (tree.keys)
      tree.values{i} = typed (tree.values{i});
    end
    if (any (strcmp (tree.keys, "__base64__")))
      value = binary (tree);
    elseif (any (strcmp (tree.keys, "__type__")))
      value = tagged (tree);
    else
      value = struct ("kind", "map", "keys", {tree.keys}, "values", {tree.values});
    end
  end
end

function value = binary (tree)
  text = tree.values{1};
  if (numel (tree.keys) > 1 || ! ischar (text))
    refuse ("rejected", "__base64__ stands beside another key, or is no string");
  end
  if (isempty (text))
    value = zeros (1, 0, "uint8");
    return;
  end
  try
    value = matlab.net.base64decode (text);
  catch problem
    refuse ("rejected", "%s", problem.message);
  end
  if (! strcmp (matlab.net.base64encode (value), text))  % it skips what is no base64
    refuse ("rejected", "the base64 is not the one of its octets");
  end
end

function value = tagged (tree)
  tag = member (tree, "__type__", "");
  if (! ischar (tag))
    refuse ("rejected", "__type__ is no string");
  end
  switch (tag)
    case "datetime"
      parts = members_of (tree, {"isostr"});
      value = struct ("kind", "datetime", "text", isostr (parts{:}));
    case "timedelta"
      value = struct ("kind", "timedelta", "members", duration (members_of (tree, {"days", "seconds", "microsec"})));
    case "ndarray"
      parts = members_of (tree, {"shape", "dtype", "bytes"});
      value = ndarray (parts{:});
    otherwise
      refuse ("rejected", "the type %s is unknown", tag);
  end
end

function values = members_of (tree, keys)
  % Returns the members of a tagged object, which has these and no others.
  if (! isequal (sort (tree.keys(:)), sort ([keys(:); {"__type__"}])))
    refuse ("rejected", "a member is missing or too many");
  end
  values = cellfun (@(key) member (tree, key, []), keys, "UniformOutput", false);
end

function parts = duration (parts)
  for i = 1:3
    if (! isinteger_number (parts{i}))
      refuse ("rejected", "a member of a timedelta is no integer");
    elseif (abs (parts{i}) >= flintmax)
      refuse ("unsupported", "doubles do not count beyond 2^53 - 1");
    end
    parts{i} = int64 (parts{i});
  end
  parts = normalised (parts{:});
end

function value = ndarray (shape, dtype, bytes)
  if (! ischar (dtype) || ! iscell (shape) || ! all (cellfun (@isinteger_number, shape)) || ! isa (bytes, "uint8"))
    refuse ("rejected", "a member of an ndarray is of another kind");
  end
  [class_name, width] = dtype_of (dtype);
  shape = [zeros(1, 0), shape{:}] + 0;  % -0.0 is 0
  if (any (shape < 0) || (any (shape == 0) && ! isempty (bytes))
      || (! any (shape == 0) && prod (shape) * width != numel (bytes)))
    refuse ("rejected", "the shape does not fit the octets");
  end
  if (strcmp (dtype, "bool") && any (bytes > 1))
    refuse ("rejected", "a boolean is neither 0 nor 1");
  end
  value = struct ("kind", "ndarray", "dtype", dtype, "shape", shape, "cells", cells_of (bytes, class_name));
end

function cells = cells_of (bytes, class_name)
  cells = zeros (1, 0, class_name);
  if (! isempty (bytes))
    cells = typecast (bytes, class_name);
  end
end

function yes = isinteger_number (x)
  yes = isa (x, "double") && isscalar (x) && x == fix (x);
end
