import { fromDocument } from '../dom/read.ts';
import { clearTimer, setTimer } from './tasks.ts';

const requestFrame = window.requestAnimationFrame?.bind(window);

/** A frame (ms). A view that is hidden has none: a timer stands for one. */
export const FRAME_MS = 16;

/** So long a frame is waited for (ms): where none comes the view is not drawn, until one has come. */
const SLOW_MS = 1000;
const NOT_DRAWN_MS = 50;
let patience = SLOW_MS;

/** Resumes with the next frame, or after a while where the view is not drawn. Gives what calls it off. */
export const nextFrame = (resume: () => void): (() => void) => {
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
  return () => {
    waits = false;
    clearTimer(late);
  };
};
