function value = member (object, key, default)
  % Returns the member of an object that read_json has read, or what stands for a missing one.
  found = find (strcmp (object.keys, key), 1);
  if (isempty (found))
    value = default;
  else
    value = object.values{found};
  end
end
