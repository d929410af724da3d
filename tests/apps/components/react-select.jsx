import Select from 'react-select';
import AsyncSelect from 'react-select/async';
import CreatableSelect from 'react-select/creatable';
import { show } from './model.js';

const COLOURS = ['Red', 'Green', 'Blue', 'Grey'].map((label) => ({
  value: label.toLowerCase(),
  label,
  isDisabled: label === 'Grey',
}));
const CITIES = ['Amsterdam', 'Berlin', 'Bern', 'Cairo'].map((label) => ({ value: label, label }));

const load = (typed) =>
  new Promise((resolve) => {
    const fits = CITIES.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()));
    setTimeout(() => resolve(fits), 250);
  });

function App({ put }) {
  const one = (field) => (option) => put({ [field]: option?.value ?? null });
  const many = (field) => (options) => put({ [field]: options.map(({ value }) => value) });
  return (
    <main>
      <Select aria-label="Colour" options={COLOURS} onChange={one('colour')} isClearable />
      <Select aria-label="Fixed" options={COLOURS} onChange={one('fixed')} isSearchable={false} />
      <Select aria-label="Colours" options={COLOURS} onChange={many('colours')} isMulti />
      <CreatableSelect aria-label="Label" options={COLOURS} onChange={one('label')} />
      <AsyncSelect aria-label="City" loadOptions={load} onChange={one('city')} />
      <p style={{ height: 300 }}>Plain ground</p>
    </main>
  );
}

show(App, { colour: null, fixed: null, colours: [], label: null, city: null });
