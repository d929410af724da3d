import { Dropdown, Modal, Popconfirm, Table, Tabs, Transfer } from 'antd';
import { useState } from 'react';
import { show } from '../components/model.js';

const PEOPLE = Array.from({ length: 25 }, (_, i) => ({
  key: i,
  name: `Person ${i}`,
  age: 20 + ((i * 7) % 25),
}));
const THINGS = ['Apple', 'Bread', 'Cheese', 'Dates'].map((title) => ({ key: title.toLowerCase(), title }));

function People({ model, put }) {
  const columns = [
    { title: 'Name', dataIndex: 'name' },
    { title: 'Age', dataIndex: 'age', sorter: (a, b) => a.age - b.age },
    {
      title: 'Action',
      render: (_, { name, key }) => (
        <Popconfirm title={`Delete ${name}?`} onConfirm={() => put({ gone: [...model.gone, key] })}>
          <button type="button">Delete</button>
        </Popconfirm>
      ),
    },
  ];
  return (
    <Table
      rowKey="key"
      size="small"
      columns={columns}
      dataSource={PEOPLE.filter(({ key }) => !model.gone.includes(key))}
      pagination={{ pageSize: 5, showSizeChanger: false }}
      rowSelection={{ selectedRowKeys: model.rows, onChange: (rows) => put({ rows }) }}
      onChange={({ current }, _, { order = null }) => put({ page: current, order })}
    />
  );
}

function Layers({ model, put, set, count }) {
  const items = [
    { key: 'edit', label: 'Edit' },
    { key: 'more', label: 'More', children: [{ key: 'export', label: 'Export' }] },
    { key: 'gone', label: 'Not now', disabled: true },
  ];
  return (
    <>
      <button type="button" onClick={() => set('modal')(true)}>
        Open modal
      </button>
      <Modal
        title="Terms"
        open={model.modal}
        onOk={() => put({ modal: false, agreed: true })}
        onCancel={() => set('modal')(false)}
        okText="Agree"
      >
        <label>
          Name <input value={model.name} onChange={(event) => put({ name: event.target.value })} />
        </label>
      </Modal>
      <Dropdown menu={{ items, onClick: ({ key }) => put({ chosen: key }) }}>
        <button type="button">Hover me</button>
      </Dropdown>
      <Popconfirm title="Really?" onConfirm={count('confirmed')} onCancel={count('cancelled')}>
        <button type="button">Empty the bin</button>
      </Popconfirm>
      <Tabs
        onChange={set('tab')}
        items={['Home', 'Profile'].map((label) => ({ key: label, label, children: `${label} content` }))}
      />
    </>
  );
}

function Moving({ put }) {
  const [moved, move] = useState([]);
  const [picked, pick] = useState([]);
  return (
    <Transfer
      dataSource={THINGS}
      titles={['Shop', 'Basket']}
      targetKeys={moved}
      selectedKeys={picked}
      onSelectChange={(left, right) => pick([...left, ...right])}
      onChange={(keys) => {
        move(keys);
        put({ basket: keys });
      }}
      render={({ title }) => title}
    />
  );
}

function App(props) {
  return (
    <main>
      <Layers {...props} />
      <Moving {...props} />
      <People {...props} />
    </main>
  );
}

show(App, {
  modal: false,
  name: '',
  agreed: false,
  confirmed: 0,
  cancelled: 0,
  rows: [],
  gone: [],
  basket: [],
});
