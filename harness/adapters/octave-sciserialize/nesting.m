function levels = nesting (bare)
  % Returns how deep the arrays and objects of a JSON document nest whose strings are empty.
  change = (bare == "[" | bare == "{") - (bare == "]" | bare == "}");
  levels = max ([0, cumsum(change)]);
end
