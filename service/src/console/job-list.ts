import { byId, el } from '../../../cli/src/playground/element.ts';
import type { Summary } from './types.ts';

const age = (time: number): string => {
  const seconds = Math.max(0, Math.round((Date.now() - time) / 1_000));
  if (seconds < 90) return `${seconds} s ago`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min ago`;
  return new Date(time).toLocaleString();
};

export const round = (value: number): string => String(Math.round(value * 100) / 100);

/** The numbers of a job, as short texts: pages, failed pages, credits, tokens. */
export const countsOf = ({ kind, completed, total, failed, creditsUsed, tokensUsed }: Summary): string[] => [
  ...(total > 1 || kind === 'crawl' || kind === 'batch' ? [`${completed}/${total} pages`] : []),
  ...(failed > 0 ? [`${failed} failed`] : []),
  `${round(creditsUsed)} credits`,
  ...(tokensUsed > 0 ? [`${tokensUsed} tokens`] : []),
];

const fill = (button: HTMLButtonElement, job: Summary): void => {
  const { kind, status, title, createdAt } = job;
  button.replaceChildren(
    el('span', { class: 'title' }, el('span', { class: 'kind' }, kind), ` ${title}`),
    el(
      'span',
      { class: 'row' },
      el('span', { 'data-status': status }, status),
      ...countsOf(job).map((text) => el('span', {}, text)),
      el('span', {}, age(createdAt)),
    ),
  );
};

/** Shows the jobs, newest first. The button of a job stays the same element, so that it keeps the focus. */
export const showJobs = (
  jobs: readonly Summary[],
  current: string | undefined,
  choose: (id: string) => void,
): void => {
  const list = byId('jobs');
  const before = new Map([...list.querySelectorAll('button')].map((one) => [one.dataset.id, one]));
  const buttons = jobs.map((job) => {
    const known = before.get(job.id);
    const button = known ?? el('button', { type: 'button', 'data-id': job.id });
    if (!known) button.addEventListener('click', () => choose(job.id));
    fill(button, job);
    button.setAttribute('aria-current', String(job.id === current));
    return button;
  });
  const rows =
    buttons.length > 0 ? buttons : [el('p', { class: 'empty' }, 'No jobs yet: start one with “New job”.')];
  const isSame =
    rows.length === list.children.length && buttons.every((one, at) => list.children[at] === one);
  if (!isSame || buttons.length === 0) list.replaceChildren(...rows);
};
