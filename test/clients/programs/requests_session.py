"""Sends calls by a session of requests, bodies in chunks: `python3 requests_session.py CALLS`, JSON in and out."""
import json
import sys

import requests

session = requests.Session()


def chunks(body):
    for start in range(0, len(body), 4096):
        yield body[start : start + 4096].encode()


def send(call):
    body = call.get("body")
    answer = session.request(
        call["method"],
        call["url"],
        headers=call["headers"],
        data=None if body is None else chunks(body),
        timeout=20,
    )
    return {"status": answer.status_code, "body": answer.text}


with open(sys.argv[1]) as file:
    print(json.dumps([send(call) for call in json.load(file)]))
