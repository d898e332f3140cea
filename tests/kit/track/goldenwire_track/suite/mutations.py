"""The mistakes that the vectors must catch, each as a mutation of the reference."""

from goldenwire_suite.mutations import Constant, Entry, Rewrite, mutation

MUTATIONS = (
    mutation(
        "any-version", "TRACK-HEAD-01", "it does not look at the version",
        Rewrite("decode.decode", "version != VERSION", "False"),
    ),
    mutation(
        "form-by-truth", "TRACK-HEAD-02", "it takes every form but 0 for steps",
        Rewrite("decode.decode", "form not in FORM_OF", "False"),
        Rewrite("decode.decode", "label = _label(reader)", "form = min(form, 1); label = _label(reader)"),
    ),
    mutation(
        "forms-turned-round", "TRACK-HEAD-02", "it takes absolute points for steps, and steps for absolute points",
        Entry("decode.FORM_OF", 0, "steps"), Entry("decode.FORM_OF", 1, "absolute"),
    ),
    mutation(
        "label-to-zero", "TRACK-HEAD-03", "it takes the length of the label to count its own byte",
        Rewrite("decode._label", "reader.take(length,", "reader.take(max(0, length - 1),"),
    ),
    mutation(
        "short-label", "TRACK-HEAD-03", "it wants a label",
        Rewrite("decode._label", "reader.take(length,", "reader.take(max(1, length),"),
    ),
    mutation(
        "any-character", "TRACK-HEAD-04", "it takes every character",
        Rewrite("decode._label", "not 0x20 <= octet <= 0x7E", "False"),
        Rewrite("encode._check", 'not all(" " <= character <= "~" for character in label)', "False"),
    ),
    mutation(
        "any-label", "TRACK-HEAD-05", "it takes a label of any length",
        Constant("LONGEST_LABEL", 255),
    ),
    mutation(
        "count-of-one-byte", "TRACK-POINT-01", "it reads the low byte of the count, and writes it alone",
        Rewrite("decode._points", 'reader.uint(2, "count", order="big")', 'reader.uint(2, "count", order="big") % 256'),
    ),
    mutation(
        "count-of-steps", "TRACK-POINT-01", "it takes the count for the number of steps",
        Rewrite("decode._points", "range(count)", "range(count + 1)"),
    ),
    mutation(
        "low-byte-first", "TRACK-POINT-02", "it reads the low byte first",
        Rewrite("decode._points", '"big", signed=True', '"little", signed=True'),
    ),
    mutation(
        "unsigned-points", "TRACK-POINT-02", "it takes points for unsigned",
        Rewrite("decode._points", "signed=True", "signed=size == 1"),
    ),
    mutation(
        "steps-from-the-first", "TRACK-POINT-03", "it adds every step to the first point",
        Rewrite("decode._points", "points[-1] + number", "points[0] + number"),
    ),
    mutation(
        "unsigned-steps", "TRACK-POINT-03", "it takes steps for unsigned",
        Rewrite("decode._points", "signed=True", "signed=size == 2"),
    ),
    mutation(
        "steps-of-two-bytes", "TRACK-POINT-03", "it reads steps of two bytes",
        Rewrite("decode._points", "1 if form", "2 if form"),
    ),
    mutation(
        "any-count", "TRACK-POINT-04", "it takes as many points as the count can say",
        Constant("MOST_POINTS", 65535),
    ),
    mutation(
        "points-wrap", "TRACK-POINT-05", "it lets points wrap",
        Rewrite("decode._points", "points[-1] + number", "(points[-1] + number + 32768) % 65536 - 32768"),
        Rewrite("encode._check", "point not in POINTS", "False"),
        Rewrite("encode._absolute", "point.to_bytes", "((point + 32768) % 65536 - 32768).to_bytes"),
    ),
    mutation(
        "stands-still", "TRACK-POINT-06", "it keeps equal points whatever its policy says",
        Rewrite("decode._points", "point == points[-1]", "False"),
        Rewrite("encode._check", "one == other", "False"),
    ),
    mutation(
        "no-sum", "TRACK-SUM-01", "it does not look at the sum",
        Rewrite("decode._end", "found != expected", "False"),
    ),
    mutation(
        "sum-without-head", "TRACK-SUM-01", "it does not add the first byte",
        Rewrite("decode._end", "reader.data[:at]", "reader.data[1:at]"),
    ),
    mutation(
        "cut-sum", "TRACK-SUM-02", "it takes an input without a sum",
        Rewrite("decode._end", 'reader.uint(1, "sum")', 'reader.uint(1, "sum") if reader.remaining else expected'),
    ),
    mutation(
        "rest-ignored", "TRACK-SUM-02", "it ignores what follows the sum",
        Rewrite("decode._end", "if reader.remaining:", "if False:"),
    ),
    mutation(
        "always-absolute", "TRACK-ENC-01", "it never writes steps, whatever the plan",
        Rewrite("encode.encode", "_check(label, points)", 'form = "absolute"; _check(label, points)'),
    ),
    mutation(
        "absolute-instead", "TRACK-ENC-02", "it writes absolute points where steps do not fit",
        Rewrite("encode.encode", 'form == "steps" and not _fit(points)', "False"),
        Rewrite("encode.encode", 'form == "steps" else', 'form == "steps" and _fit(points) else'),
    ),
)  # fmt: skip
