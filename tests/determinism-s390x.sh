#!/bin/sh
# Puts a big-endian machine (s390x under qemu-user, with Debian's python3 and numpy) into build/determinism/s390x, for
# `make determinism`. As root, on Debian; about 300 MB. Usage: determinism-s390x.sh PYTHON, whose environment has the
# modules in plain Python that the reference imports.
set -eu
python=$1
here=$(cd "$(dirname "$0")/.." && pwd)/build/determinism/s390x
root=$here/root
export DEBIAN_FRONTEND=noninteractive
apt-get install -y -qq --no-install-recommends qemu-user-static debootstrap
mkdir -p "$here/plain"
[ -x "$root/usr/bin/python3" ] || {
  # The second stage, which would run the packages' scripts, is not needed: unpacking is enough to run Python.
  debootstrap --foreign --arch=s390x --variant=minbase --include=python3,python3-numpy bookworm "$root"
  for package in "$root"/var/cache/apt/archives/*.deb; do dpkg -x "$package" "$root"; done
}
for module in lark jsonpatch jsonpointer msgpack; do
  cp -r "$("$python" -c "import $module, pathlib; file = pathlib.Path($module.__file__); print(file.parent if file.stem == '__init__' else file)")" "$here/plain/"
done
find "$here/plain" -name '*.so' -delete
libraries=$root/usr/lib/s390x-linux-gnu
cat > "$here/python" <<END
#!/bin/sh
export PYTHONPATH=\$PYTHONPATH:$here/plain MSGPACK_PUREPYTHON=1
exec qemu-s390x-static -L "$root" -E LD_LIBRARY_PATH="$libraries/blas:$libraries/lapack:$libraries" "$root/usr/bin/python3" "\$@"
END
chmod +x "$here/python"
"$here/python" -c 'import sys, numpy; print("s390x: byte order", sys.byteorder, "numpy", numpy.__version__)'
