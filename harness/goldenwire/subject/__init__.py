"""The codec under test as a supervised process: pipelining, deadlines, limits, restarts. Nothing else starts codecs.

`Pool` keeps children that speak the protocol over their pipes, `OneShot` starts one process per case. Both turn each
request into exactly one Observation, whatever the codec does. `start` only performs the handshake.
"""

from goldenwire.subject.child import no_sandbox
from goldenwire.subject.keeper import CannotRun
from goldenwire.subject.limits import Limits, unenforced
from goldenwire.subject.oneshot import OneShot
from goldenwire.subject.pace import Pace, Slowest
from goldenwire.subject.pool import Pool, start
from goldenwire.subject.retry import Retry

__all__ = ["CannotRun", "Limits", "OneShot", "Pace", "Pool", "Retry", "Slowest", "no_sandbox", "start", "unenforced"]
