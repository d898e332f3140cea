"""The requirements that the fields of DataSetPack data sets, schemas and rows rest on, by name and meaning."""

from goldenwire_suite.guides import rules_of

ROW = r"(.*\.)?row(\[\d+\])?\."

RULES = rules_of(
    "DSPACK",
    (
        (r".*\.meta_length = .*", "META-01 META-02 META-10"),
        (r".*\.meta_length_more = .*", "META-03 META-11"),
        (r".*\.meta = map .*", "META-05 META-12", (1, 3, 5)),
        (r".*\.meta\.(version|schema|description|meta)\.key = .*", "META-06 META-07 META-12"),
        (r".*\.meta\.version = .*", "META-08"),
        (r".*\.meta\.schema(-text)? = .*", "META-09 SCHEMA-01"),
        (r".*\.meta\.description = .*", "META-05 META-07"),
        (r".*\.meta\.meta.* = .*", "META-05 META-07"),
        (r"(.*\.)?schema-flag = .*", "SCHEMA-02"),
        (r"(.*\.)?schema-flag = '[!>]'.*", "FLAG-01"),
        (r"(.*\.)?schema-flag = '<'.*", "FLAG-02"),
        (r"(.*\.)?schema-flag = '='.*", "FLAG-03"),
        (r"(.*\.)?schema-flag = '@'.*", "FLAG-05"),
        (r"(.*\.)?schema\..* = ['\"][^(]*:.*", "SCHEMA-04"),
        (r"(.*\.)?schema\..* = ['\"].*", "SCHEMA-03"),
        (r"(.*\.)?schema\..* = '[^(]*[sSp]\b.*", "SCHEMA-05 SCHEMA-08"),
        (r"(.*\.)?schema\..* = '[^(]*S.*", "SCHEMA-22"),
        (r"(.*\.)?schema\.f\d+ = '[^(']*'.*", "SCHEMA-16"),
        (r"(.*\.)?schema\..* = '[^(']*\(.*", "SCHEMA-13"),
        (r".*\.row_length\[\d+\] = .*", "ROW-01 ROW-05 ROW-07"),
        (r".*\.end = .*", "SET-01"),
        (rf"{ROW}(?!.*\.(align|length|count|prefix|slack)|pad\[|rest\[).* = .*", "ROW-03 ROW-04 ROW-05"),
        (rf"{ROW}.*\.length = .*", "STR-03 STR-04 FLAG-08"),
        (rf"{ROW}.*\.prefix = .*", "STR-08 FLAG-08"),
        (rf"{ROW}.*\.count = .*", "LIST-01 LIST-04 LIST-11"),
        (rf"{ROW}.*\.align = .*", "FLAG-06 FLAG-07"),
        (rf"{ROW}.*\.slack = .*", "TYPE-19"),
        (rf"{ROW}(.*\.)?pad\[.* = .*", "TYPE-01 TYPE-22"),
        (rf"{ROW}rest\[.* = .*", "UNPACK-01 UNPACK-03 UNPACK-04 SCOPE-04"),
        (rf"{ROW}[^.]*\[\d+\] = .*", "LIST-06"),
        (rf"{ROW}.* = (true|false)", "TYPE-05 TYPE-23"),
        (rf"{ROW}.* = '.*", "STR-09"),
    ),
)
