"""Runs Firecrawl's Python client against an address, and prints what it gives as JSON: one object a line."""

import json
import sys

from firecrawl import Firecrawl

api_url, key, site, what = sys.argv[1:5]
client = Firecrawl(api_key=key, api_url=api_url)

SCHEMA = {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}


def plain(value):
    return value.model_dump(mode="json", exclude_none=True) if hasattr(value, "model_dump") else value


def failure(call):
    try:
        return {"value": plain(call())}
    except Exception as error:  # what the client makes of an answer is what is looked at
        return {"error": type(error).__name__, "message": str(error)}


def scrape():
    yield "article", client.scrape(f"{site}/docs/3", formats=["markdown", "html", "rawHtml", "links", "images"])
    yield "redirect", client.scrape(f"{site}/old/7")
    yield "missing", client.scrape(f"{site}/missing")
    yield "app", client.scrape(f"{site}/app", formats=["markdown", {"type": "screenshot", "fullPage": True}])
    yield "actions", client.scrape(
        f"{site}/app",
        actions=[
            {"type": "wait", "selector": "#name"},
            {"type": "click", "selector": "#name"},
            {"type": "write", "text": "Ada"},
            {"type": "click", "selector": "button"},
            {"type": "screenshot"},
            {"type": "executeJavascript", "script": "return document.querySelector('#name').value"},
            {"type": "scrape"},
        ],
    )
    yield "json", client.scrape(f"{site}/docs/3", formats=[{"type": "json", "schema": SCHEMA, "prompt": "title of the page"}])
    yield "summary", client.scrape(f"{site}/docs/3", formats=["summary"])
    yield "bomb", failure(lambda: client.scrape(f"{site}/bomb"))
    yield "drip", failure(lambda: client.scrape(f"{site}/drip", timeout=2000))
    yield "loop", failure(lambda: client.scrape(f"{site}/loop/a"))
    yield "inside", failure(lambda: client.scrape(f"{site}/inside/1"))
    yield "blocked", failure(lambda: client.scrape("http://169.254.169.254/latest/"))
    yield "nonsense", failure(lambda: client.scrape("nonsense://x"))


def batch():
    urls = [f"{site}/docs/{n}" for n in range(1, 31)]
    yield "batch", client.batch_scrape(urls + ["http://[nonsense"], formats=["markdown"], ignore_invalid_urls=True, poll_interval=1, wait_timeout=120)


def crawl():
    job = client.crawl(f"{site}/", limit=110, exclude_paths=["^/calendar/.*", "^/traps"], poll_interval=1, timeout=240)
    yield "crawl", job
    yield "errors", client.get_crawl_errors(job.id)
    started = client.start_crawl(f"{site}/calendar/2026-01", limit=1000, delay=1)
    yield "active", client.get_active_crawls()
    yield "cancelled", {"value": client.cancel_crawl(started.id)}
    yield "after", client.get_crawl_status(started.id)
    yield "again", {"value": client.cancel_crawl(job.id)}
    yield "nobody", failure(lambda: client.get_crawl_status("7a4a2b3c-0000-4000-8000-000000000000"))


def map():
    yield "map", client.map(f"{site}/")
    yield "search", client.map(f"{site}/", search="shop", limit=10)


def extract():
    yield "extract", client.extract([f"{site}/docs/3"], prompt="title of the page", schema=SCHEMA, poll_interval=1, timeout=120)
    yield "agent", client.agent([f"{site}/docs/3"], prompt="title of the page", schema=SCHEMA, poll_interval=1, timeout=120)
    yield "usage", client.get_credit_usage()
    yield "concurrency", client.get_concurrency()


for name, value in {"scrape": scrape, "batch": batch, "crawl": crawl, "map": map, "extract": extract}[what]():
    print(json.dumps({"name": name, "value": plain(value)}), flush=True)
