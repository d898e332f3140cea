% Answers goldenwire's requests, a line each: SciSerialize over JSON with what GNU Octave has.
1;

function reply = answer (request)
  % Returns the members of a reply, without the id.
  try
    context = member (request, "context", []);
    if (! isempty (context) && (! strcmp (member (context, "carrier", "json"), "json")
                                || ! isempty (member (context, "extensions", {}))))
      refuse ("unsupported", "neither MessagePack nor extensions are here");
    end
    switch (member (request, "op", ""))
      case "decode"
        reply = ['"value":' notation_of(decode (octets (request)))];
      case "transcode"
        reply = ['"bytes":"' hex(encode (decode (octets (request)))) '"'];
      case "encode"
        reply = ['"bytes":"' hex(encode (value_of (member (request, "value", [])))) '"'];
      otherwise
        refuse ("unsupported", "there is no such operation");
    end
  catch problem
    said = jsonencode (problem.message);
    switch (problem.identifier)
      case "sciserialize:rejected"
        reply = ['"rejected":{"message":' said '}'];
      case "sciserialize:unsupported"
        reply = ['"unsupported":' said];
      otherwise
        reply = ['"failed":' said];
    end
  end
end

function bytes = octets (request)
  digits = member (request, "bytes", "");
  bytes = uint8 (sscanf (digits, "%2x").');
end

function text = hex (bytes)
  text = sprintf ("%02x", bytes);
end

addpath (fileparts (mfilename ("fullpath")));
max_recursion_depth (4096);
while (true)
  try
    line = input ("", "s");
  catch
    break;  % the end of the input; fgetl would wait for ever
  end
  request = read_json (line, Inf);
  if (strcmp (member (request, "op", ""), "hello"))
    reply = ['"protocol":1,"codec":{"name":"octave-sciserialize","version":"0.1.0","language":"Octave"},' ...
             '"formats":{"sciserialize":{"operations":["decode","encode","transcode"],"features":["json"],' ...
             '"policies":{"sciserialize.unknown-type":"reject","sciserialize.big-integer":"double",' ...
             '"sciserialize.minus-zero":"float","sciserialize.integral-float":"accept",' ...
             '"sciserialize.isostr":"profile","sciserialize.dtype-alias":"reject","sciserialize.bom":"reject",' ...
             '"sciserialize.depth":"limit","sciserialize.large-shape":"accept"}}}'];
  else
    reply = [sprintf('"id":%d,', member (request, "id", 0)) answer(request)];
  end
  puts (["{" reply "}\n"]);
  fflush (stdout);
end
