import { countUntil, observersLeft, startCountingWork, timersLeft } from './counters.ts';

/** A script for a page of which the library is the only one to work: `workLeft()` lists timers and observers. */
startCountingWork();
countUntil();

Object.assign(window, { workLeft: () => [...timersLeft(), ...observersLeft()] });
