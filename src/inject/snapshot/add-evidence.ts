import type { SnapshotNode } from '../../contract.ts';
import { drawnSlider } from '../aria/drawn-slider.ts';
import { roleOf } from '../aria/role.ts';
import { meantStatesOf, statesOf } from '../aria/states.ts';
import { contentOfEditor } from '../aria/value.ts';
import type { Pass } from '../dom/pass.ts';
import { isMedia, prop, props, tagOf } from '../dom/read.ts';
import type { Draft } from './draft.ts';
import type { Evidence } from './interactivity.ts';
import { cut } from './text.ts';

/** A label that stands in for a box says how the box is. */
const tellControl = (node: SnapshotNode, label: Element, pass: Pass): void => {
  const { control } = props(label as HTMLLabelElement, 'control');
  if (!control) return;
  const { checked, disabled } = statesOf(control, roleOf(control, pass), pass);
  if (checked !== undefined) node.checked = checked;
  if (disabled) node.disabled = true;
};

/** Puts into a draft what it is found by, and the states that its role alone does not say; of content at most `max` characters. */
export const addEvidence = (draft: Draft, evidence: Evidence, pass: Pass, max: number): void => {
  const { node } = draft;
  const el = draft.el as Element;
  draft.evidence = evidence;
  if (evidence.hint === undefined) return;
  node.hint = evidence.hint;
  const held = evidence.hint === 'editable' && node.name && max > 0 ? contentOfEditor(el, pass) : '';
  if (held) node.value = cut(held, max);
  Object.assign(node, meantStatesOf(el));
  const slider = drawnSlider(el);
  if (slider) Object.assign(node, { value: String(slider.now), valuemin: slider.min, valuemax: slider.max });
  if (isMedia(el)) node.value = prop(el, 'paused') ? 'paused' : 'playing';
  if (tagOf(el) === 'label') tellControl(node, el, pass);
};
