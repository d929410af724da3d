import { fillSlider, isAriaSlider } from './fill-slider.ts';
import { pickOption } from './pick-option.ts';
import type { Widgets } from './widgets.ts';

export const widgets: Widgets = { isSlider: isAriaSlider, fillSlider, pickOption };
