"""The requirements that the fields of DAPHNE objects rest on, by name and meaning."""

from goldenwire_reference.daphne.tables import VALUE_TYPES
from goldenwire_suite.guides import rules_of

CODES = [
    (rf".*value-type(\[\d+\])? = {code} .*", f"VT-{code:02}{' VT-13' * (type.dtype.kind in 'if')}")
    for code, type in VALUE_TYPES.items()
]

RULES = rules_of(
    "DAPHNE",
    (
        (r"version = .*", "HDR-01 HDR-02"),
        (r"data-type = .*", "HDR-03 DT-04 DT-07"),
        (r"data-type = 0.*", "DT-08"),
        (r"data-type = 1 .*", "DT-01"),
        (r"data-type = 2 .*", "DT-02"),
        (r"data-type = 3 .*", "DT-03"),
        (r"rows = .*", "HDR-04 HDR-07 GEN-02"),
        (r"columns = .*", "HDR-05 HDR-07 GEN-02"),
        (r"value-type = .*", "HDR-06 MAT-01 MAT-02 VT-11"),
        (r"value-type\[\d+\] = .*", "FRM-01 FRM-03 FRM-07 VT-11"),
        *CODES,
        (r"label\[\d+\]\.length = .*", "FRM-02 LBL-01 GEN-02"),
        (r"label\[\d+\]\.text = .*", "LBL-02 LBL-05"),
        (r"block\[0\]\.rx = .*", "GEN-01 BODY-02"),
        (r"block\[\d+\]\.rx = .*", "BODY-01 BODY-03 BODY-04 PART-02"),
        (r"block\[\d+\]\.cx = .*", "BODY-01 BODY-04 PART-02"),
        (r"block\[\d+\]\.rows = .*", "BLK-01 PART-02 PART-05 GEN-02"),
        (r"block\[\d+\]\.columns = .*", "BLK-02 PART-02 PART-05 GEN-02"),
        (r"block\[\d+\]\.type = .*", "BLK-03 BLK-06"),
        (r"block\[\d+\]\.type = 0 .*", "EMP-01 EMP-02"),
        (r"block\[\d+\]\.value-type = .*", "BLK-05 VTX-01 VT-11"),
        (r"block\[\d+\]\.(value\[\d+,\d+\]|values) = .*", "DEN-02 DEN-03 DEN-04 VTX-04 GEN-02"),
        (r"block\[\d+\]\.nzb = .*", "CSR-01 CSR-06", (8,)),
        (r"block\[\d+\]\.nzb = .*", "COO-01 COO-07 COO-11 COO-14", (4,)),
        (r".*\.row\[(\d+|\.\.)\](\.nzr)? = .*", "CSR-02 CSR-11 CSR-12 CSR-13"),
        (r".*\.row\[\d+\]\.nzr = 0", "CSR-04"),
        (r".*\.row\[\d+\]\.entry\[\d+\]\.column = .*", "CSR-02 CSR-07 CSR-08 BLK-07"),
        (r".*\.row\[\d+\]\.entry\[\d+\]\.value = .*", "CSR-02 CSR-03 VTX-04 BLK-08"),
        (r"block\[\d+\]\.entries = .*", "COO-02 COO-03"),
        (r"block\[\d+\]\.entry\[\d+\]\.row = .*", "COO-02 COO-03 COO-06 BLK-07"),
        (r"block\[\d+\]\.entry\[\d+\]\.column = .*", "COO-03 COO-06"),
        (r"block\[\d+\]\.entry\[\d+\]\.value = .*", "COO-02 COO-03 VTX-04 BLK-08"),
    ),
)
