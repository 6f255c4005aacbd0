"""
The ceiling of a measurement: the rewards of a player who is always right, whose words go through the template, the
tokens, the parser and the limits that a model has. Where it is 0, a model's 0 says nothing about the model.
"""

import json

from bfcl import accepted, right_arguments
from chat import call_text, reply_of, segments


def can_say(reader, messages, tools, setting):
    """Whether a model could have written every reply of a conversation, and nothing is lost between its tokens and the calls."""
    read = 0
    for head, body, message in segments(messages, tools):
        if message["role"] == "assistant":
            ids = reader.ids(body.removesuffix("<|im_end|>"))
            fits = len(ids) <= setting["new_tokens"] and read + len(reader.ids(head)) + setting["new_tokens"] <= setting["length"]
            if not fits or essence(reply_of(reader.tokenizer.decode(ids, skip_special_tokens=False))) != essence(message):
                return False
        read += sum(len(reader.ids(text)) for text in (head, body, "\n"))
    return True


def essence(message):
    calls = [(call["function"]["name"], call["function"]["arguments"]) for call in message.get("tool_calls") or []]
    return message.get("content") or None, [(name, json.loads(given) if isinstance(given, str) else given) for name, given in calls]


def ceiling(reader, episodes, setting):
    """1 for each task that the oracle passes with words that a model could have said."""
    told = {}
    for row in episodes:
        messages = [{"role": "system", "content": row["system"]}, *row["messages"]]
        told[f"{row['environment']['name']}/{row['task']}"] = int(row["verdict"]["reward"] == 1 and can_say(reader, messages, row["tools"], setting))
    return told


def bfcl_ceiling(reader, questions, setting):
    """1 for each question whose accepted answer is accepted after it was text and tokens."""
    told = {}
    for row in questions:
        name, parts = next(iter(row["ground_truth"][0].items()))
        ids = reader.ids(call_text({"function": {"name": name, "arguments": right_arguments(parts)}}))
        calls = reply_of(reader.tokenizer.decode(ids, skip_special_tokens=False)).get("tool_calls") or []
        told[row["id"]] = int(len(ids) <= setting["new_tokens"] and len(calls) == 1 and accepted(calls[0]["function"], row["ground_truth"]))
    return told
