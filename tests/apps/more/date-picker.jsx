import { useState } from 'react';
import DatePicker from 'react-datepicker';
import { show } from '../components/model.js';
import 'react-datepicker/dist/react-datepicker.css';

const plain = (date) =>
  date &&
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

function App({ put }) {
  const [day, setDay] = useState(new Date(2026, 2, 1));
  const [[from, to], setRange] = useState([new Date(2026, 4, 1), new Date(2026, 4, 5)]);
  return (
    <main>
      <label htmlFor="day">Departure</label>
      <DatePicker
        id="day"
        selected={day}
        dateFormat="yyyy-MM-dd"
        minDate={new Date(2026, 1, 10)}
        onChange={(date) => {
          setDay(date);
          put({ day: plain(date) });
        }}
      />
      <label htmlFor="stay">Stay</label>
      <DatePicker
        id="stay"
        selectsRange
        startDate={from}
        endDate={to}
        dateFormat="yyyy-MM-dd"
        onChange={(range) => {
          setRange(range);
          put({ stay: range.map(plain) });
        }}
      />
    </main>
  );
}

show(App, { day: null, stay: null });
