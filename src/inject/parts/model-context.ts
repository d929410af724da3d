import { installModelContext } from '../model-context/model-context.ts';

/** `parts/model-context.js`: for document start, in every frame; stands alone. */
installModelContext();
