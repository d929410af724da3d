import { fillSlider } from './fill-slider.ts';
import { pickOption } from './pick-option.ts';
import type { Widgets } from './widgets.ts';

export const widgets: Widgets = { fillSlider, pickOption };
