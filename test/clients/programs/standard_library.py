"""Sends calls by Python's standard library: `python3 standard_library.py CALLS`, JSON in and out."""
import json
import sys
import urllib.error
import urllib.request


def send(call):
    body = call.get("body")
    request = urllib.request.Request(
        call["url"],
        data=None if body is None else body.encode(),
        headers=call["headers"],
        method=call["method"],
    )
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return {"status": answer.status, "body": answer.read().decode()}
    except urllib.error.HTTPError as answer:
        return {"status": answer.code, "body": answer.read().decode()}


with open(sys.argv[1]) as file:
    print(json.dumps([send(call) for call in json.load(file)]))
