# `make clients` writes this file from the OpenAPI document.
