function refuse (answer, varargin)
  % Raises an error that becomes the answer "rejected" or "unsupported"; the rest is for sprintf.
  error (["sciserialize:" answer], varargin{:});
end
