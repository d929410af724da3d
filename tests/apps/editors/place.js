/** A fresh element for the editor in the place of the last one. */
export const freshPlace = () => {
  const place = document.createElement('div');
  document.getElementById('app').replaceChildren(place);
  return place;
};

export const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

export const asParagraphs = (text) =>
  text
    .split('\n')
    .map((line) => `<p>${escaped(line) || '<br>'}</p>`)
    .join('');

/** Text of the HTML that an editor gives as its data, a line for each block. */
export const textOfData = (html) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const br of body.querySelectorAll('br')) br.replaceWith('\n');
  // An empty paragraph is one with a space in it that does not break.
  const text = (block) => block.textContent.replace(/^\u00a0$/, '').replace(/\u00a0/g, ' ');
  return Array.from(body.children, text).join('\n');
};
