function parts = normalised (days, seconds, microseconds)
  % Returns the three members of a duration, int64, with the sign in the days alone; refuses one out of range.
  seconds += idivide (microseconds, int64 (1000000), "floor");
  microseconds = mod (microseconds, int64 (1000000));
  days += idivide (seconds, int64 (86400), "floor");
  seconds = mod (seconds, int64 (86400));
  if (abs (days) > 999999999)
    refuse ("rejected", "a timedelta of %d days is out of range", days);
  end
  parts = [days, seconds, microseconds];
end
