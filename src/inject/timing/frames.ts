import { fromDocument } from '../dom/read.ts';
import { clearTimer, setTimer } from './tasks.ts';

const requestFrame = window.requestAnimationFrame?.bind(window);

/** The duration of a frame, ms. In a hidden view, which has no frames, a timer of this length replaces them. */
export const FRAME_MS = 16;

/** How long a frame is awaited, ms: at first, and after none came, when the view counts as not drawn until the next frame. */
const SLOW_MS = 1000;
const NOT_DRAWN_MS = 50;
let patience = SLOW_MS;

/** Resumes with the next frame, or after a while where the view is not drawn. */
export const nextFrame = (resume: () => void): void => {
  const isHidden = !requestFrame || fromDocument(document, 'hidden');
  let waits = true;
  const goOn = (): void => {
    if (!waits) return;
    waits = false;
    clearTimer(late);
    resume();
  };
  const late = setTimer(
    () => {
      if (waits && !isHidden) patience = NOT_DRAWN_MS;
      goOn();
    },
    isHidden ? FRAME_MS : patience,
  );
  if (!isHidden)
    requestFrame(() => {
      patience = SLOW_MS;
      goOn();
    });
};
