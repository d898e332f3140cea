function parts = normalised (days, seconds, microseconds)
  % Returns the three members of a duration, int64, with the sign in the days alone; refuses one out of range. The
  % members given are int64 or uint64.
  [more_seconds, microseconds] = divided (microseconds, 1000000);
  [more_days, seconds] = divided (seconds, 86400);
  [carried_days, seconds] = divided (seconds + more_seconds, 86400);
  days = int64 (days) + more_days + carried_days;
  if (abs (days) > 999999999)
    refuse ("rejected", "a timedelta of %d days is out of range", days);
  end
  parts = [days, seconds, microseconds];
end

function [quotient, rest] = divided (number, divisor)
  % Returns the quotient, rounded down, and the rest, as int64. idivide would saturate at the ends of 64 bits.
  divisor = feval (class (number), divisor);
  rest = rem (number, divisor);
  quotient = int64 ((number - rest) / divisor);
  rest = int64 (rest);
  if (rest < 0)
    quotient -= 1;
    rest += int64 (divisor);
  end
end
