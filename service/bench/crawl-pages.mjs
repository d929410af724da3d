/** Serves the pages of the bench of crawls, as a process of its own. Argument: how many. Prints its port. */
import { createServer } from 'node:http';

const count = Number(process.argv[2]);

const paragraph = (n) =>
  `<p>Page ${n} tells of the ${n}th lamp. It burns for ${n % 40} hours, and its <b>glass</b> keeps off a wind of strength ${n % 9}. ${'Whoever trims the wick in time has light until the morning, and need not fill in oil at night. '.repeat(6)}</p>`;

/** About 20 KB with some sixty links, ten of them new: an article as they are. */
function html(n) {
  const children = Array.from({ length: 10 }, (_, i) => n * 10 + i + 1).filter((child) => child < count);
  const around = Array.from({ length: 50 }, (_, i) => (n + i * 7) % count);
  const links = [...children, ...around]
    .map((to) => `<li><a href="/${to || ''}">Lamp ${to}</a></li>`)
    .join('\n');
  const body = Array.from({ length: 20 }, (_, i) => `<h2>Part ${i}</h2>${paragraph(n + i)}`).join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lamp ${n}</title></head><body>
<nav><ul>${links}</ul></nav><main><article><h1>Lamp ${n}</h1>${body}</article></main><footer>Lamps</footer></body></html>`;
}

const server = createServer((request, response) => {
  const n = Number(request.url.slice(1) || 0);
  const isPage = n >= 0 && n < count;
  response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
  response.end(isPage ? html(n) : 'not found');
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
