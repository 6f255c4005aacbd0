"""Conversations as text, one way for training and for serving, and a model's text as a message."""

import json
import re

TYPES = {"string": "text", "integer": "int", "number": "number", "boolean": "yes/no", "null": "null"}


def kind_of(schema):
    """A schema in a few words: its type, choices and parts."""
    if not isinstance(schema, dict):
        return "any"
    if "enum" in schema:
        return "|".join(str(each) for each in schema["enum"])
    if schema.get("type") == "array":
        return f"[{kind_of(schema.get('items'))}]"
    if "properties" in schema:
        return "{" + arguments_of(schema) + "}"
    told = schema.get("type", "any")
    return "|".join(TYPES.get(each, each) for each in (told if isinstance(told, list) else [told]))


def arguments_of(schema):
    wanted = schema.get("required") or []
    return ", ".join(f"{name}{'' if name in wanted else '?'}: {kind_of(each)}" for name, each in (schema.get("properties") or {}).items())


def tool_line(tool):
    function = tool.get("function", tool)
    return f"{function['name']}({arguments_of(function.get('parameters') or {})}): {function.get('description') or ''}"


def system_text(content, tools):
    listed = "\n".join(tool_line(tool) for tool in tools or [])
    return f"{content}\n\n# Tools\n\n{listed}\n\nA call is <tool_call>{{\"name\": \"...\", \"arguments\": {{...}}}}</tool_call>"


def call_text(call):
    function = call["function"]
    given = function["arguments"]
    return f'<tool_call>{{"name": {json.dumps(function["name"])}, "arguments": {given if isinstance(given, str) else json.dumps(given)}}}</tool_call>'


def body_of(message):
    calls = "\n".join(call_text(call) for call in message.get("tool_calls") or [])
    return "\n".join(part for part in (message.get("content"), calls) if part)


def segments(messages, tools):
    """The text of each message, as (head, body): a model writes the body of the assistant's, with its closing mark."""
    told = []
    for at, message in enumerate(messages):
        body = body_of(message)
        if at == 0:
            body = system_text(body, tools) if message["role"] == "system" else body
        told.append((f"<|im_start|>{message['role']}\n", f"{body}<|im_end|>", message))
    return told


class Reader:
    """Tokens of conversations. Each part of a text is read by itself and remembered, so a beginning keeps its tokens."""

    def __init__(self, tokenizer):
        self.tokenizer, self.known = tokenizer, {}
        self.end = tokenizer.convert_tokens_to_ids("<|im_end|>")

    def ids(self, text):
        if text not in self.known:
            if len(self.known) > 200_000:
                self.known.clear()
            self.known[text] = self.tokenizer(text, add_special_tokens=False)["input_ids"]
        return self.known[text]

    def prompt(self, messages, tools):
        """The tokens before the model's next message, and the number of tokens of the first message."""
        ids, first = [], 0
        for head, body, _ in segments(messages, tools):
            ids += [*self.ids(head), *self.ids(body), *self.ids("\n")]
            first = first or len(ids)
        return [*ids, *self.ids("<|im_start|>assistant\n")], first

    def row(self, row, every=False):
        """
        Token ids, whether each is trained (the words of the assistant, without those that the data set marks, or
        `every`), and the number of tokens of the first message.
        """
        ids, trained, first = [], [], 0
        for head, body, message in segments(row["messages"], row.get("tools")):
            learns = message["role"] == "assistant" and (every or message["train"])
            for text, kept in ((head, False), (body, learns), ("\n", False)):
                told = self.ids(text)
                ids += told
                trained += [kept] * len(told)
            first = first or len(ids)
        return ids, trained, first


def reply_of(text):
    """A model's text as an assistant's message."""
    calls = []
    for at, found in enumerate(re.finditer(r"<tool_call>(.*?)</tool_call>", text, re.S)):
        try:
            call = json.loads(found.group(1))
            function = {"name": str(call["name"]), "arguments": json.dumps(call.get("arguments") or {})}
            calls.append({"id": f"call_{at}", "type": "function", "function": function})
        except (ValueError, KeyError, TypeError):
            continue
    content = re.sub(r"<tool_call>.*?(</tool_call>|$)", "", text, flags=re.S).strip()
    return {"role": "assistant", "content": content or (None if calls else "…"), **({"tool_calls": calls} if calls else {})}
