import { beforeAll, describe, expect, it } from 'vitest';
import type { PageExtract } from '../../src/contract.ts';
import { type Engine, lines, openEngine, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const page = (body: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>T</title><body>${body}`;

/** The text of a paragraph that tests recognize by its first word. */
const prose = (word: string, sentences = 4): string =>
  `${word} is one of the words that stand for a text here, as long as a paragraph of a newspaper is. `.repeat(
    sentences,
  );

const links = (...words: string[]): string =>
  `<ul>${words.map((word) => `<li><a href=/${word}>${word}</a></li>`).join('')}</ul>`;

const NAV = `<nav>${links('Home', 'News', 'Sport')}</nav>`;

const shapes: [what: string, html: string, holds: string[], lacks: string[]][] = [
  [
    'a page of a manual: code, notes and a list of contents beside it',
    `<div class=layout><div class=toc>${links('Intro', 'Install', 'Usage')}</div><div class=doc>
      <h1>Install</h1><p>${prose('Packages')}</p><pre>npm install lamp</pre><h2>Options</h2>
      <table><tr><th>Option<th>Meaning<tr><td>--dry<td>does nothing</table>
      <p>Short.</p><dl><dt>Term<dd>Meaning</dl></div></div>`,
    ['Packages', 'npm install lamp', '--dry', 'Short', 'Term'],
    ['Intro', 'Usage'],
  ],
  [
    'an encyclopedia: an infobox, links in every sentence, references',
    `${NAV}<main><h1>Brass</h1><table><tr><th>Symbol<td>none<tr><th>Density<td>8.5</table>
      ${['Alloy', 'Zinc', 'Copper'].map((word) => `<h2>${word}</h2><p>${prose(word).replace(/words|text|paragraph/g, '<a href=/x>$&</a>')}</p>`).join('')}
      <h2>References</h2><ol><li>Author, <i>Book</i>, 1987, page 9.</ol></main><footer>Imprint</footer>`,
    ['Density', 'Alloy', 'Zinc is', 'Copper is', 'Author, Book'],
    ['Sport', 'Imprint'],
  ],
  [
    'a thread of a forum',
    `${NAV}<h1>How do I?</h1><div id=thread>${['First', 'Second', 'Third'].map((word) => `<div class=post><div><a href=/u>${word}user</a></div><div>${prose(word)}</div></div>`).join('')}</div>
      <div>${links('Rules', 'Help')}</div>`,
    ['First is', 'Second is', 'Third is'],
    ['Sport', 'Rules'],
  ],
  [
    'a question with its answers',
    `${NAV}<div id=main><h1>Why?</h1><div class=question><p>${prose('Question', 2)}</p></div>
      <div class=answers><div class=answer><p>${prose('Best')}</p><pre>code()</pre></div><div class=answer><p>${prose('Other')}</p></div></div></div>
      <div id=side><h4>Linked</h4>${links('One thing', 'Another thing', 'A third thing')}</div>`,
    ['Question is', 'Best is', 'code()', 'Other is'],
    ['Another thing'],
  ],
  [
    'a blog with a column beside it',
    `<div id=wrap><div id=posts><h1>Today</h1><p>${prose('Today')}</p><p>${prose('Later')}</p><p>${prose('Evening')}</p></div>
      <div id=column><h3>About me</h3><p>I write about metals, and I live by the sea with a dog.</p>${links('January', 'February', 'March')}</div></div>`,
    ['Today is', 'Later is', 'Evening is'],
    ['I live by the sea', 'February'],
  ],
  [
    'news with more teasers than text',
    `${NAV}<article><h1>Storm</h1><p>${prose('Storm')}</p><p>${prose('Wind')}</p></article>
      <ul>${Array.from({ length: 40 }, (_, i) => `<li><div><h3><a href=/${i}>Story ${i}</a></h3><p>Teaser${i} of something else that was written about on another day, at some length as well, so that people go there.</p></div>`).join('')}</ul>`,
    ['Storm is', 'Wind is'],
    ['Teaser', 'Story'],
  ],
  [
    'Chinese, without spaces',
    `${NAV}<div><p>${'黄铜是由铜和锌所组成的合金。'.repeat(9)}</p><p>${'它有很强的耐磨性能。'.repeat(9)}</p></div><div>${links('首页', '新闻')}</div>`,
    ['黄铜是由', '它有很强'],
    ['首页'],
  ],
  [
    'Arabic, from right to left',
    `<div dir=rtl>${NAV}<div><p>${'النحاس الأصفر سبيكة من النحاس والزنك، وهو معروف منذ القدم. '.repeat(6)}</p></div></div>`,
    ['سبيكة من النحاس'],
    ['Sport'],
  ],
  [
    'a page laid out by a table',
    `<table width=100%><tr><td width=150>${['Home', 'Links', 'Guestbook'].map((word) => `<a href=/${word}>${word}</a><br>`).join('')}<td>
      <font size=5>Welcome</font><br><br>${prose('Lamps')}<br><br>${prose('Bulbs')}<br><br>Bye</td></tr></table>`,
    ['Welcome', 'Lamps is', 'Bulbs is', 'Bye'],
    ['Guestbook'],
  ],
  [
    'an article of one paragraph',
    `${NAV}<div><div><h1>Brief</h1><div><p>${prose('Brief', 3)}</p></div></div></div><footer>Imprint</footer>`,
    ['Brief is'],
    ['Sport', 'Imprint'],
  ],
  [
    'an article whose beginning stands apart',
    `${NAV}<div><h1>Apart</h1><div><p>${prose('Lead', 2)}</p></div><div class=share>${links('Facebook', 'Twitter')}</div>
      <div><p>${prose('Body')}</p><p>${prose('More')}</p><p>${prose('End')}</p></div></div>`,
    ['Lead is', 'Body is', 'End is'],
    ['Facebook'],
  ],
  [
    'an article whose beginning stands between its title and a box of the rest',
    `${NAV}<div><div><h2>A title that is long enough to weigh more than the text</h2><p>${prose('Lead', 1)}</p>
      <div><p>${prose('Body')}</p><p>${prose('End')}</p></div></div>
      <div><h4>Join us</h4><p>Newsletter, once a week</p>${links('Rules')}</div></div>`,
    ['Lead is', 'Body is', 'End is'],
    ['Newsletter', 'Rules'],
  ],
  [
    'an article whose lead stands under its title, apart from its text, with other things around both',
    `${NAV}<div><div>${links('News', 'Weather')}<span>You are here</span><div><h1>Storm</h1><div>By Ann</div></div></div>
      <div><h4>${prose('Lead', 2)}</h4></div>${links('Share', 'Print')}<img alt=Flood src=data:,><div><p>${prose('Body')}</p><p>${prose('End')}</p></div>
      <div><img alt=Portrait src=data:,></div><div><b>Ann</b> has written about storms for many years. ${links('More', 'Of', 'Her', 'Texts', 'About all of it')}</div></div>`,
    ['Storm', 'Lead is', 'Flood', 'Body is', 'End is'],
    ['Weather', 'You are here', 'Portrait', 'Share', 'many years', 'Her'],
  ],
  [
    'a manual of short sections whose headings lead to themselves',
    `${NAV}<div><h1>Lamp</h1>${['Synopsis', 'Options', 'Bulbs', 'Sockets'].map((word) => `<h2><a href=#${word}>About ${word}</a></h2><p>${prose(word, 1)}</p>`).join('')}</div>`,
    ['Synopsis is', 'Options is', 'Bulbs is', 'Sockets is'],
    ['Sport'],
  ],
  [
    'an article with a form in it',
    `${NAV}<article><h1>Storm</h1><p>${prose('Storm')}</p><form><p>${prose('Newsletter', 1)}</p><input></form><p>${prose('End')}</p></article>`,
    ['Storm is', 'End is'],
    ['Newsletter'],
  ],
  [
    'an article that is one big form, as some servers write all of their pages',
    `<form>${NAV}<div><h1>Storm</h1><p>${prose('Storm')}</p></div></form>`,
    ['Storm is'],
    ['Sport'],
  ],
  [
    'the only article of a page, a short one',
    `<div>${links('Home', 'News')}</div><article><h1>Born</h1><p>Nobody knew yet.</p>${links('Share')}</article>
      <div><h2>Archive</h2>${links('January', 'February')}</div><p>${prose('Cookies', 1)}</p>`,
    ['Born', 'Nobody knew'],
    ['News', 'Share', 'January', 'Cookies'],
  ],
  [
    'a page all in the place of its top',
    `${NAV}<a name=top><div><h1>Top</h1><p>${prose('Top')}</p><p>${prose('More')}</p></div></a>`,
    ['Top is', 'More is'],
    ['Sport'],
  ],
  [
    'an article with more comments of its own name',
    `<div id=article><h1>Small</h1><div><p>${prose('Small')}</p></div>
      <div class=article_comments>${Array.from({ length: 9 }, (_, i) => `<div><b>Ann</b><p>${prose(`Reply${i}`)}</p></div>`).join('')}</div></div>`,
    ['Small is'],
    ['Reply'],
  ],
  [
    'an article that shrinks beside its comments',
    `<div><div><h1>Small</h1><p>${prose('Small')}</p></div><ul>${Array.from({ length: 9 }, (_, i) => `<li><div><b>Ann</b><p>${prose(`Reply${i}`)}</p></div>`).join('')}</ul></div>`,
    ['Small is'],
    ['Reply'],
  ],
  [
    'a paper whose sections are called by their headings',
    `${NAV}<article><h1>Paper</h1><section id=intro><h2>Introduction</h2><p>${prose('Intro')}</p></section>
      <section id="related-work"><h2>Related work</h2><p>${prose('Earlier')}</p></section>
      <section id=comments-on-method><h2>Comments on the method</h2><p>${prose('Method')}</p></section></article>`,
    ['Intro is', 'Earlier is', 'Method is'],
    ['Sport'],
  ],
  [
    'an article and its comments, called by their heading too',
    `${NAV}<div id=all><h1>Paper</h1><div id=post-1><p>${prose('Post')}</p></div>
      <div id=comments><h2>2 comments</h2><p>${prose('Reply')}</p></div></div>`,
    ['Post is'],
    ['Reply'],
  ],
  [
    'a manual whose sections are tables, code and lists of links, but for one',
    `${NAV}<div><div class=top><h1>Lamp</h1></div>${[
      ['Synopsis', '<pre>lamp --on</pre>'],
      ['Options', '<table><tr><td>--dry<td>does nothing</table>'],
      ['Description', `<p>${prose('Lamps')}</p>`],
      ['Index', links('Bulb', 'Socket')],
    ]
      .map(
        ([title, text]) =>
          `<div class=section><div><a name=x></a><h2>${title}</h2></div><div>${text}</div></div>`,
      )
      .join('')}</div>`,
    ['Synopsis', 'lamp --on', 'does nothing', 'Lamps is', 'Index', 'Socket'],
    ['Sport'],
  ],
  [
    'an overview: a text, and a table of data full of links',
    `<main><div><p>${prose('Lamps')}</p></div><div>${NAV}<table><tr><th>Class<th>Meaning${Array.from({ length: 20 }, (_, i) => `<tr><td><a href=/${i}>BrassLampNumber${i}</a><td>Is a lamp of <a href=/brass>brass</a> of that size`).join('')}</table></div></main>`,
    ['Lamps is', 'BrassLampNumber7'],
    ['Sport'],
  ],
  [
    'a reference that puts each text into a list of its own',
    `${NAV}<main><div>Package lamps<h2>Class Lamp</h2></div><div><ul><li><div>${prose('Lamp')}</div></ul>
      <ul><li><h3>Methods</h3><ul><li><h4>on</h4><div>${prose('Method', 1)}</div></ul></ul></div></main>`,
    ['Class Lamp', 'Lamp is', 'Method is'],
    ['Sport'],
  ],
  [
    'an article beside two boxes of its kind',
    `${NAV}<div>${[
      ['h1', 'Storm', `<p>${prose('Storm')}</p>`],
      ['h2', 'Join us', 'Once a week'],
      ['h2', 'Read on', links('Floods')],
    ]
      .map(([tag, title, text]) => `<div class=box><${tag}>${title}</${tag}>${text}</div>`)
      .join('')}</div>`,
    ['Storm is'],
    ['Sport', 'Once a week', 'Floods'],
  ],
  [
    'an article with a list of links under a heading',
    `${NAV}<article><h1>Tools</h1><p>${prose('Tools')}</p><div><h2>The list</h2></div><nav>${links('Top')}</nav>${links('Hammer', 'Saw')}
      <p>${prose('More')}</p>${links('Share', 'Print')}<div><h3>Read on</h3>${links('Storms', 'Floods')}</div></article>`,
    ['The list', 'Hammer', 'Saw', 'More is'],
    ['Top', 'Share', 'Read on', 'Storms'],
  ],
  [
    'an article with links and teasers under headings that weigh more than they do',
    `${NAV}<article><div><h1>Storm</h1><a href=/ann>By Ann Weatherby</a></div><p>${prose('Storm')}</p><p>${prose('More')}</p>
      <div><h3>Tell all of your friends about it</h3>${links('Share', 'Print')}</div>
      <div>${['Floods', 'Winds', 'Rain'].map((word) => `<div><h3><a href=/${word}>Story</a></h3><p>${prose(word, 1)}</p></div>`).join('')}</div></article>`,
    ['Storm', 'Storm is', 'More is'],
    ['friends', 'Share', 'Story', 'Floods', 'Rain'],
  ],
  [
    'an article in a landmark that holds short texts beside it, too',
    `<main><article><h1>Storm</h1><div><p>${prose('Storm')}</p><p>${prose('More')}</p></div></article>
      <div>${'<div>Another text, told in a few words.</div>'.repeat(20)}</div></main>`,
    ['Storm is', 'More is'],
    ['Another text'],
  ],
  [
    'a manual of two sections, one of them of short texts',
    `${NAV}<div><h1>Lamp</h1><div class=section><h2>Use</h2><p>${prose('Lamps')}</p><p>${prose('Bulbs')}</p></div>
      <div class=section><h2>Files</h2><pre>/etc/lamp</pre><dl><dt>--dry<dd>does nothing</dl></div></div>`,
    ['Lamps is', 'Files', '/etc/lamp', 'does nothing'],
    ['Sport'],
  ],
  [
    'a page of a manual whose first section is a line',
    `${NAV}<div><h1>lamp(1)</h1><h2>Name</h2><div>lamp - lights up</div></div>
      <div><h2>Use</h2><p>${prose('Lamps')}</p><p>${prose('Bulbs')}</p></div>`,
    ['Name', 'lights up', 'Lamps is'],
    ['Sport'],
  ],
  [
    'a text with notes below, in an aside and in a box that leads back to the text',
    `${NAV}<div><h1>Lamp</h1><div id=all><p>${prose('Lamps')}<a href=#n1 id=r1>1</a></p><p>${prose('Bulbs')}<a href=#n2 id=r2>2</a></p>
      <aside><aside role=doc-footnote id=n1><a role=doc-backlink href=#r1>1</a> First note.</aside></aside></div>
      <div><div id=n2><a href=#r2>2</a>. Second note.</div></div><aside>Sign up! <a href=#r1>Up</a></aside><div>Join us, it is free of charge. <a href=#top>Top</a> <a href=#all>Begin</a></div></div>`,
    ['Lamps is', 'First note', 'Second note'],
    ['Sport', 'Join us', 'Sign up'],
  ],
  [
    'a table with most of the text in one row',
    `${NAV}<div><h1>Lamp</h1><table><thead><tr><th>Part<th>Meaning<tbody><tr><td>Bulb<td>${prose('Bulbs')}<tr><td>Socket<td>holds it</table></div>`,
    ['Part', 'Meaning', 'Bulbs is', 'holds it'],
    ['Sport'],
  ],
  [
    'a text with a list in a box, half of it links',
    `${NAV}<article><h1>Lamp</h1><p>${prose('Lamps')}</p><div><ol>${['Bulb', 'Socket', 'Switch'].map((word) => `<li>See the <a href=/${word}>${word.repeat(3)}</a>`).join('')}</ol></div><p>${prose('Bulbs')}</p></article>`,
    ['Lamps is', 'See the', 'Bulbs is'],
    ['Sport'],
  ],
  [
    'a reference: a description, and a summary of which a third is links',
    `${NAV}<main><h1>Lamp</h1><div><div><p>${prose('Lamps')}</p></div></div>
      <div>${Array.from({ length: 20 }, (_, i) => `<div><a href=/${i}>lampNumber${i}</a></div><div>Turns the lamp number on.</div>`).join('')}</div></main>`,
    ['Lamps is', 'Turns the lamp'],
    ['Sport'],
  ],
  [
    'an article whose date and picture stand apart from its text',
    `${NAV}<article><div><h1>Storm</h1></div><div>Monday, 3 May</div><figure><img alt=Flood src=data:,></figure><div><p>${prose('Storm')}</p><p>${prose('More')}</p></div></article>`,
    ['Monday', 'Flood', 'Storm is', 'More is'],
    ['Sport'],
  ],
  [
    'two columns of one kind, one of them of links',
    `${NAV}<div><div class=col><h2>Storm</h2><p>${prose('Storm')}</p><p>${prose('More')}</p></div>
      <div class=col><h2>Most read</h2><ul>${links('Rain', 'Snow', 'Hail')}</ul></div></div>`,
    ['Storm is', 'More is'],
    ['Sport', 'Rain'],
  ],
  [
    'a landmark without a longer text',
    `<header>${links('Home', 'News')}</header><main><h1>Lamp</h1><dl><dt>--dry<dd>does nothing<dt>--on<dd>does it</dl>${links('Bulb')}</main><div>Imprint</div>`,
    ['Lamp', 'does nothing', 'does it', 'Bulb'],
    ['News', 'Imprint'],
  ],
  [
    'web components',
    `${NAV}<x-page></x-page><script>
      const root = document.querySelector('x-page').attachShadow({ mode: 'open' });
      root.innerHTML = '<div class=links><a href=/a>Menu</a></div><div><h1>Deep</h1><p>' + ${JSON.stringify(prose('Deep'))} + '</p></div>';
    </script>`,
    ['Deep is'],
    ['Sport', 'Menu'],
  ],
];

describe('the main content', () => {
  it.each(shapes)('of %s', async (_what, html, holds, lacks) => {
    const { text, element } = await withPage(engine, page(html), (open) =>
      open.json<PageExtract>('page', 'extract'),
    );
    expect(element.tag).not.toBe('body');
    for (const words of holds) expect(text).toContain(words);
    for (const words of lacks) expect(text).not.toContain(words);
  });

  const none: [what: string, html: string][] = [
    [
      'search results',
      `<form><input name=q></form><div id=results>${Array.from({ length: 10 }, (_, i) => `<div><h3><a href=/${i}>Result ${i}</a></h3><cite>https://a.test/${i}</cite><div>It says a few words about what is found there, a hundred or some more of them, which end in dots where the ...</div></div>`).join('')}</div>`,
    ],
    [
      'a shop',
      `${NAV}<div>${Array.from({ length: 24 }, (_, i) => `<div><a href=/${i}><img src=data:, alt="Lamp ${i}"></a><a href=/${i}>Brass lamp number ${i}</a><span>${i},99 EUR</span><button>Add to cart</button></div>`).join('')}</div>`,
    ],
    [
      'a front page',
      `${NAV}<div>${Array.from({ length: 20 }, (_, i) => `<article><h2><a href=/${i}>Headline ${i} of today</a></h2><p>A sentence or two about what has happened, so that one wants to know more about it than that.</p></article>`).join('')}</div>`,
    ],
    [
      'a form',
      `<form>${Array.from({ length: 12 }, (_, i) => `<p><label>Question ${i} <input></label><small>We need this to know how to reach you.</small></p>`).join('')}<button>Send</button></form>`,
    ],
    [
      'an article that is nothing but links',
      `<article><h1>Read</h1>${links('One', 'Two', 'Three')}</article>`,
    ],
    [
      'a landmark without a longer text beside an open dialog',
      `<main><h1>Lamp</h1><p>Some lamps to choose from.</p></main><div role=dialog aria-modal=true>Delete?<button>Yes</button></div>`,
    ],
    [
      'an app',
      `<header>Mail</header><div>${links('Inbox', 'Sent', 'Trash')}</div><table>${Array.from({ length: 30 }, (_, i) => `<tr><td><input type=checkbox><td>Ann ${i}<td><b>Subject ${i}</b> - beginning of a letter that goes on<td>12:0${i % 10}`).join('')}</table>`,
    ],
  ];
  it.each(none)('of %s is the whole page', async (_what, html) => {
    const { element } = await withPage(engine, page(html), (open) =>
      open.json<PageExtract>('page', 'extract'),
    );
    expect(element.tag).toBe('body');
  });

  it('is read from its title on if the budget is short, also if the title is a link', async () => {
    const body = Array.from({ length: 12 }, (_, i) => `<p>${prose(`Text${i}`)}`).join('');
    const title = (heading: string): string =>
      `<article><div>${links('Metals', 'Wood')}${heading}${links('Share', 'Print')}</div><div>${body}</div></article>`;
    for (const heading of [
      '<h1>Brass</h1>',
      '<h1><a href=/brass>Brass</a></h1>',
      '<a href=/brass><h1>Brass</h1></a>',
    ]) {
      const shown = await withPage(engine, page(title(heading)), (open) =>
        lines(open, { interactiveOnly: false, maxCharsTotal: 1500 }),
      );
      expect(shown.filter((line) => /"Brass".*level=1/.test(line))).toHaveLength(1);
      expect(shown.filter((line) => /"(?:Metals|Print)"/.test(line))).toEqual([]);
    }
  });
});
