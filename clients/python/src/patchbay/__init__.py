"""Client of the Patchbay API."""

__version__ = "0.1.0"

from .async_client import AsyncIntegration as AsyncIntegration
from .async_client import AsyncPatchbay as AsyncPatchbay
from .async_send import AsyncExport as AsyncExport
from .async_send import averify_export as averify_export
from .chain import ExportVerifier as ExportVerifier
from .chain import Verification as Verification
from .errors import ConnectionFailed as ConnectionFailed
from .errors import PatchbayError as PatchbayError
from .errors import ServerFailed as ServerFailed
from .generated import models as models
from .generated.problems import *
from .generated.sync_client import Integration as Integration
from .generated.sync_client import Patchbay as Patchbay
from .generated.sync_send import Export as Export
from .generated.sync_send import verify_export as verify_export
