function text = isostr (text)
  % Returns a date-time in its canonical spelling; refuses what is none.
  grammar = ['\A(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?' ...
             '(Z|[-+]\d\d(?::\d\d)?)?\z'];
  if (! ischar (text) || isempty (text) || isempty (regexp (text, grammar, "once")))
    refuse ("rejected", "isostr is no date-time");
  end
  fields = sscanf (text(1:19), "%4d-%2d-%2dT%2d:%2d:%2d");
  rest = text(20:end);
  offset = regexp (rest, '(Z|[-+].*)\z', "match", "once");
  fraction = rest(2:end - numel (offset));
  sizes = [9999, 12, 31, 23, 59, 59];
  if (any (fields.' > sizes) || any (fields(1:3) < 1) || fields(3) > eomday (fields(1), fields(2)))
    refuse ("rejected", "isostr is no day or time");
  end
  if (str2double (["0" fraction]) > 0)
    fraction = ["." fraction repmat("0", 1, 6 - numel (fraction))];
  else
    fraction = "";
  end
  text = [text(1:19) fraction full_offset(offset)];
end

function offset = full_offset (offset)
  if (isempty (offset))
    return;
  elseif (strcmp (offset, "Z"))
    offset = "+00:00";
  elseif (numel (offset) == 3)
    offset = [offset ":00"];
  end
  if (str2double (offset(2:3)) > 23 || str2double (offset(5:6)) > 59 || strcmp (offset, "-00:00"))
    refuse ("rejected", "isostr has an offset that is none");
  end
end
