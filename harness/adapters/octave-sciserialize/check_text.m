function check_text (text)
  % Refuses octets that are not UTF-8: regexp does not take them.
  try
    regexp (text, 'x', "once");
  catch
    refuse ("rejected", "a string is not UTF-8");
  end
end
