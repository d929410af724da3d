import type { Agent } from '../../agent.ts';
import type { Outcome } from '../outcome.ts';
import type { Script } from '../script.ts';
import type { Wanted } from '../select-option.ts';

/**
 * What is done in one call to controls that pages draw themselves: choosing in their lists, setting their sliders.
 * Nothing else imports this folder: whoever makes the file of an agent hands it in, or leaves it out.
 */
export interface Widgets {
  /** Sets a slider or a spinbutton to a number, or to a word that it shows. */
  fillSlider(agent: Agent, el: Element, text: string): Script<Outcome>;
  /** Opens the list of a control and chooses in it; `isList`: several may be chosen, and no others stay chosen. */
  pickOption(agent: Agent, el: Element, wanted: Wanted[], isList: boolean): Script<Outcome>;
}
