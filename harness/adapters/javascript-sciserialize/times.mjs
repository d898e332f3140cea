// Date-times (section 6) and durations (section 7).

const ISOSTR = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(?:Z|([+-])(\d\d)(?::(\d\d))?)?$/;
const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysOfMonth(year, month) {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : DAYS_OF_MONTHS[month - 1];
}

/** Returns the date-time that a text says, in the spelling of CANON-06, or null if the grammar has not the text. */
export function parseDatetime(text) {
  const match = ISOSTR.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
  const [fraction = "", sign, offsetHour = "00", offsetMinute = "00"] = match.slice(7);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysOfMonth(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59 || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return null;
  const offset = `${offsetHour}:${offsetMinute}`;
  if (sign === "-" && offset === "00:00") return null;
  const micro = fraction.padEnd(6, "0");
  const point = micro === "000000" ? "" : `.${micro}`;
  const isAware = sign !== undefined || text.endsWith("Z");
  return `${text.slice(0, 19)}${point}${isAware ? (sign ?? "+") + offset : ""}`;
}

const MICROSECONDS_OF_SECOND = 1_000_000n;
const MICROSECONDS_OF_DAY = 86_400n * MICROSECONDS_OF_SECOND;
const MOST_DAYS = 999_999_999n;

/** Returns a duration in microseconds, or null if it is out of range; the arguments are BigInts. */
export function parseDuration(days, seconds, microseconds) {
  const total = days * MICROSECONDS_OF_DAY + seconds * MICROSECONDS_OF_SECOND + microseconds;
  const [normalised] = splitDuration(total);
  return normalised >= -MOST_DAYS && normalised <= MOST_DAYS ? total : null;
}

/** Returns days, seconds and microseconds, normalised (TD-03), of a duration in microseconds. */
export function splitDuration(total) {
  // The remainder of BigInt has the sign of the dividend.
  const rest = ((total % MICROSECONDS_OF_DAY) + MICROSECONDS_OF_DAY) % MICROSECONDS_OF_DAY;
  return [(total - rest) / MICROSECONDS_OF_DAY, rest / MICROSECONDS_OF_SECOND, rest % MICROSECONDS_OF_SECOND];
}
