"""What the tests of the pages share."""

from collections.abc import Iterator
from functools import cache

import pytest
from streamlit.components.v2 import manifest_scanner


@pytest.fixture(scope="session", autouse=True)
def packages_searched_once() -> Iterator[None]:
    """Keep what Streamlit finds in the installed packages.

    Every AppTest looks through all of them for components: six times as long as a page takes.
    """
    with pytest.MonkeyPatch.context() as patch:
        search = manifest_scanner.scan_component_manifests
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(search))
        yield
