import {
  Autocomplete,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormLabel,
  InputLabel,
  MenuItem,
  Radio,
  RadioGroup,
  Rating,
  Select,
  Slider,
  Switch,
  TextField,
} from '@mui/material';
import { show } from './model.js';

const FILMS = ['Alien', 'Brazil', 'Casablanca', 'Dune', 'Fargo', 'Gilda', 'Heat'];
const NAMES = ['April Tucker', 'Kelly Snyder', 'Omar Alexander', 'Ralph Hubbard'];

function Texts({ model, put }) {
  return (
    <>
      <TextField
        label="First name"
        required
        helperText="As in your passport"
        value={model.first}
        onChange={(event) => put({ first: event.target.value })}
      />
      <TextField
        label="Notes"
        multiline
        minRows={2}
        value={model.notes}
        onChange={(event) => put({ notes: event.target.value })}
      />
    </>
  );
}

function Lists({ model, put }) {
  return (
    <>
      <FormControl sx={{ minWidth: 120 }}>
        <InputLabel id="age">Age</InputLabel>
        <Select
          labelId="age"
          label="Age"
          value={model.age}
          onChange={(event) => put({ age: event.target.value })}
        >
          <MenuItem value={10}>Ten</MenuItem>
          <MenuItem value={20}>Twenty</MenuItem>
          <MenuItem value={30} disabled>
            Thirty
          </MenuItem>
        </Select>
      </FormControl>
      <FormControl sx={{ minWidth: 200 }}>
        <InputLabel id="names">Names</InputLabel>
        <Select
          multiple
          labelId="names"
          label="Names"
          value={model.names}
          onChange={(event) => put({ names: event.target.value })}
        >
          {NAMES.map((name) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </Select>
      </FormControl>
      <Autocomplete
        options={FILMS}
        value={model.film}
        onChange={(_, film) => put({ film })}
        sx={{ width: 250 }}
        renderInput={(params) => <TextField {...params} label="Film" />}
      />
      <Autocomplete
        multiple
        options={FILMS}
        value={model.films}
        onChange={(_, films) => put({ films })}
        sx={{ width: 350 }}
        renderInput={(params) => <TextField {...params} label="Favourites" />}
      />
    </>
  );
}

function Choices({ model, put }) {
  return (
    <>
      <FormControlLabel
        control={<Checkbox checked={model.news} onChange={(event) => put({ news: event.target.checked })} />}
        label="Newsletter"
      />
      <FormControlLabel
        control={<Switch checked={model.dark} onChange={(event) => put({ dark: event.target.checked })} />}
        label="Dark mode"
      />
      <FormControl>
        <FormLabel id="size">Size</FormLabel>
        <RadioGroup
          row
          aria-labelledby="size"
          value={model.size}
          onChange={(event) => put({ size: event.target.value })}
        >
          <FormControlLabel value="s" control={<Radio />} label="Small" />
          <FormControlLabel value="l" control={<Radio />} label="Large" />
          <FormControlLabel value="x" control={<Radio />} label="Huge" disabled />
        </RadioGroup>
      </FormControl>
      <div style={{ width: 200, padding: '0 20px' }}>
        <Slider aria-label="Volume" value={model.volume} onChange={(_, volume) => put({ volume })} />
        <Slider
          getAriaLabel={(index) => ['From', 'To'][index]}
          value={model.range}
          onChange={(_, range) => put({ range })}
        />
      </div>
      <Rating name="stars" value={model.stars} onChange={(_, stars) => put({ stars })} />
    </>
  );
}

function App(props) {
  return (
    <main>
      <Texts {...props} />
      <Lists {...props} />
      <Choices {...props} />
    </main>
  );
}

show(App, {
  first: '',
  notes: '',
  age: '',
  names: [],
  film: null,
  films: [],
  news: false,
  dark: false,
  size: 's',
  volume: 30,
  range: [20, 80],
  stars: 2,
});
