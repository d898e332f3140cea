function tree = read_json (text, deepest)
  % Returns a JSON document: null as [], booleans as logical, numbers as double, strings as char rows, arrays as
  % cells, objects as structs with the fields keys and values. Raises rejected.
  %
  % jsondecode by itself makes the same thing of [1] and 1, of [] and null, of [{}] and {}; it rounds numbers wrongly
  % and drops repeated keys. So it is given a document in which strings begin with s, numbers are strings that begin
  % with n, and each array begins with a string; what it does not take is refused. It also ends a string at U+0000:
  % that goes through it as the octet ff, which is in no text.
  string = '"(?:[^"\\]++|\\.)*+"';
  outside = [string '(*SKIP)(*FAIL)|'];
  digits = '(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)';
  try
    bare = regexprep (text, string, '""');
    marked = regexprep (text, '"((?:[^"\\]++|\\.)*+)"', '"s$1"');
    marked = regexprep (marked, [outside digits], '"n$1"');
    marked = regexprep (marked, [outside '\[(?![ \t\n\r]*\])'], '["a",');
    marked = regexprep (marked, [outside '\[(?=[ \t\n\r]*\])'], '["a"');
    marked = regexprep (marked, '(?<!\\)((?:\\\\)*)\\u0000', ['$1' char(255)]);
  catch problem
    refuse ("rejected", "%s", problem.message);
  end
  if (any (text == 0) || any (bare == "N") || any (bare == "I"))
    refuse ("rejected", "an octet 00, NaN or Infinity is no JSON");
  end
  if (nesting (bare) > deepest)
    refuse ("rejected", "it nests deeper than %d levels", deepest);
  end
  try
    decoded = jsondecode (marked, "makeValidName", false);
  catch problem
    refuse ("rejected", "%s", problem.message);
  end
  [tree, members] = plain (decoded);
  if (members < sum (bare == ":"))
    refuse ("rejected", "a key is repeated");
  end
end

function [tree, members] = plain (marked)
  % Returns the document without its marks, and how many members its objects have.
  members = 0;
  if (ischar (marked))
    tree = unmarked (marked);
  elseif (iscell (marked))
    tree = cell (1, numel (marked) - 1);
    for i = 1:numel (tree)
      [tree{i}, more] = plain (marked{i + 1});
      members += more;
    end
  elseif (isstruct (marked))
    keys = fieldnames (marked);
    values = struct2cell (marked);
    members = numel (keys);
    for i = 1:numel (keys)
      if (keys{i}(1) != "s")
        refuse ("rejected", "a key is a number");
      end
      keys{i} = unmarked (keys{i});
      [values{i}, more] = plain (values{i});
      members += more;
    end
    tree = struct ("keys", {keys}, "values", {values});
  else
    tree = marked;
  end
end

function value = unmarked (marked)
  if (marked(1) == "s")
    value = strrep (marked(2:end), char (255), char (0));
    check_text (value);
    return;
  end
  value = str2double (marked(2:end));
  if (! isfinite (value))
    refuse ("rejected", "%s is beyond the doubles", marked(2:end));
  end
end
