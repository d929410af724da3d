/**
 * The values of one page, one for each contestant.
 * @typedef {{ label: string, values: Record<string, number | undefined> }} ChartRow
 */

const colours = ['#8a8a8a', '#0b6bcb', '#d1531f', '#7a3fb5'];
const rowHeight = 18;
const left = 190;
const width = 860;
const right = 20;
const top = 56;

const escapeText = (/** @type {string} */ text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const short = (/** @type {number} */ value) => (value >= 1 ? value.toLocaleString('en') : String(value));

/**
 * A dot plot as SVG on a logarithmic scale: a line for each page, with a dot for each contestant.
 * @param {{ title: string, unit: string, rows: ChartRow[] }} chart
 */
export function drawChart({ title, unit, rows }) {
  const names = Object.keys(rows[0]?.values ?? {});
  const all = rows
    .flatMap(({ values }) => Object.values(values))
    .filter((value) => value !== undefined && value > 0);
  const [low, high] = [Math.min(...all), Math.max(...all)].map(Math.log10);
  const [from, to] = [Math.floor(low ?? 0), Math.ceil(high ?? 1)];
  const x = (/** @type {number} */ value) =>
    left + ((Math.log10(value) - from) / Math.max(1, to - from)) * (width - left - right);
  const height = top + rows.length * rowHeight + 26;
  const decades = Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i));
  const grid = decades.map(
    (value) =>
      `<line x1="${x(value).toFixed(1)}" y1="${top - 6}" x2="${x(value).toFixed(1)}" y2="${height - 22}" stroke="#ddd"/><text x="${x(value).toFixed(1)}" y="${height - 8}" text-anchor="middle">${short(value)}</text>`,
  );
  const legend = names.map(
    (name, i) =>
      `<circle cx="${left + i * 150}" cy="34" r="5" fill="${colours[i]}"/><text x="${left + i * 150 + 10}" y="38">${escapeText(name)}</text>`,
  );
  const lines = rows.map(({ label, values }, row) => {
    const y = top + row * rowHeight + rowHeight / 2;
    const points = names.map((name, i) => ({ value: values[name], colour: colours[i] }));
    const dots = points
      .filter(({ value }) => value !== undefined && value > 0)
      .map(
        ({ value, colour }) =>
          `<circle cx="${x(Number(value)).toFixed(1)}" cy="${y}" r="5" fill="${colour}"/>`,
      );
    return `<text x="${left - 10}" y="${y + 4}" text-anchor="end">${escapeText(label)}</text><line x1="${left}" y1="${y}" x2="${width - right}" y2="${y}" stroke="#f0f0f0"/>${dots.join('')}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${escapeText(title)}</title><rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="10" y="20" font-size="14" font-weight="600">${escapeText(title)}</text><text x="${width - right}" y="20" text-anchor="end">${escapeText(unit)}</text>`,
    ...grid,
    ...legend,
    ...lines,
    '</svg>\n',
  ].join('\n');
}
