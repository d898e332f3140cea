"""Lines with which a codec may answer a request, valid and invalid: ID stands for its id, and ECHO for its bytes."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

HELLO = (
    '{"protocol":1,"codec":{"name":"miniature","version":"1","language":"Python"},'
    '"formats":{"daphne":{"operations":["decode","encode","transcode"]}}}'
)
MILLION = 10**6

# Placeholders for long texts in a line.
LONG: "dict[str, Callable[[], str]]" = {
    "BRACKETS": lambda: "[" * MILLION + "]" * MILLION,
    "DIGITS": lambda: "9" * MILLION,
    "WORDS": lambda: "\x7f" * MILLION,
    "LISTS": lambda: ",".join(["[]"] * MILLION),
    "MEMBERS": lambda: ",".join(f'"{number}":0' for number in range(MILLION // 4)),
}

LINES = {
    "garbage": "Segmentation fault (core dumped)",
    "not an object": "[]",
    "empty line": "",
    "two answers": '{"id":ID,"value":{"echo":"ECHO"},"bytes":"00"}',
    "no answer": '{"id":ID}',
    "unknown member": '{"id":ID,"value":{"echo":"ECHO"},"note":"!"}',
    "odd hex": '{"id":ID,"bytes":"000"}',
    "no hex": '{"id":ID,"bytes":"zz"}',
    "wrong id": '{"id":123456,"value":{"echo":"ECHO"}}',
    "text id": '{"id":"ID","value":{"echo":"ECHO"}}',
    "no id": '{"value":{"echo":"ECHO"}}',
    "a million brackets": '{"id":ID,"value":BRACKETS}',
    "an id of a million digits": '{"id":DIGITS,"value":{}}',
    "an offset of a million digits": '{"id":ID,"rejected":{"offset":DIGITS}}',
    "a value of a million digits": '{"id":ID,"value":DIGITS}',
    "an answer twice in one": '{"id":ID,"value":{"echo":"ECHO"},"value":{"echo":"ECHO"}}',
    "an id twice": '{"id":ID,"value":{"echo":"ECHO"},"id":ID}',
    "a member twice in the value": '{"id":ID,"value":{"echo":"x","echo":"ECHO"}}',
    "a member twice, alike": '{"id":ID,"value":{"echo":"ECHO","echo":"ECHO"}}',
    "a member twice, spelt otherwise": '{"id":ID,"value":{"echo":"ECHO","\\u0065cho":"ECHO"}}',
    "a member twice, deep in the value": '{"id":ID,"value":{"echo":[{"a":[{"":0,"":0}]}]}}',
    "a code twice": '{"id":ID,"rejected":{"code":"A","code":"B"}}',
    "a rejection as text": '{"id":ID,"rejected":"no"}',
    "an offset below zero": '{"id":ID,"rejected":{"offset":-1}}',
    "an offset that is a fraction": '{"id":ID,"rejected":{"offset":0.5}}',
    "an answer of null": '{"id":ID,"value":null}',
    "a failure of null": '{"id":ID,"failed":null}',
    "bytes for a value": '{"id":ID,"bytes":"00"}',
    "hex with white space": '{"id":ID,"bytes":"00 00"}',
    "hex in capitals": '{"id":ID,"bytes":"BAD0"}',
    "a number for a value": '{"id":ID,"value":1e999}',
    "no number of JSON": '{"id":ID,"value":NaN}',
    "a comment": '{"id":ID,"value":{"echo":"ECHO"}} // done',
    "a trailing comma": '{"id":ID,"value":{"echo":"ECHO"},}',
    "two replies in a line": '{"id":ID,"value":{"echo":"ECHO"}}{"id":ID,"value":{"echo":"ECHO"}}',
    "an answer broken in two lines": '{"id":ID,"value":\n{"echo":"ECHO"}}',
    "a line after the answer": '{"id":ID,"value":{"echo":"ECHO"}}\nand more',
    "an empty line after the answer": '{"id":ID,"value":{"echo":"ECHO"}}\n',
    "a reply without an id after the answer": '{"id":ID,"value":{"echo":"ECHO"}}\n{"value":{"echo":"ECHO"}}',
    "a reply to another request after the answer": '{"id":ID,"value":{"echo":"ECHO"}}\n{"id":123456,"value":1}',
    "a line before the answer": 'wait\n{"id":ID,"value":{"echo":"ECHO"}}',
    "a lone surrogate": '{"id":ID,"value":{"echo":"\\ud800"}}',
    "a carriage return": '{"id":ID,"value":{"echo":"ECHO"}}\r',
    "white space around": '  {"id" : ID , "value" : {"echo":"ECHO"} }  ',
    "a byte order mark": '\ufeff{"id":ID,"value":{"echo":"ECHO"}}',
    "an id of zero": '{"id":0,"value":{"echo":"ECHO"}}',
    "an id below zero": '{"id":-ID,"value":{"echo":"ECHO"}}',
    "an id with a fraction": '{"id":ID.0,"value":{"echo":"ECHO"}}',
    "hello again": HELLO,
    "what it was asked": '{"id":ID,"op":"decode","format":"daphne","bytes":"ECHO"}',
    "another value": '{"id":ID,"value":{"echo":"no"}}',
    "declines": '{"id":ID,"unsupported":"too lazy"}',
    "declines at length": '{"id":ID,"unsupported":"WORDS"}',
    "rejects": '{"id":ID,"rejected":{"code":"VERSION","offset":0,"message":"no"}}',
    "rejects at length": '{"id":ID,"rejected":{"code":"WORDS","message":"WORDS"}}',
    "fails at length": '{"id":ID,"failed":"WORDS"}',
    "a member of a million characters": '{"id":ID,"WORDS":1}',
    "a value of empty lists": '{"id":ID,"value":[LISTS]}',
    "a value of members": '{"id":ID,"value":{MEMBERS}}',
}
