import { countUntil, observersLeft, startCountingWork, timersLeft } from './counters.ts';

/** Script for a page on which only the library sets timers and observers: `workLeft()` lists those that are left. */
startCountingWork();
countUntil();

Object.assign(window, { workLeft: () => [...timersLeft(), ...observersLeft()] });
