/** What the todo apps of all frameworks share: their style, and the rules of their list. */
export const filters = ['All', 'Active', 'Completed'];

let last = 0;
export const newTodo = (title) => ({ id: ++last, title: title.trim(), done: false });

export const isShown = (todo, filter) => filter === 'All' || (filter === 'Completed') === todo.done;

export const left = (todos) => {
  const count = todos.filter(({ done }) => !done).length;
  return `${count} ${count === 1 ? 'item' : 'items'} left`;
};

/** The button that deletes shows while the pointer is over its item, and the field while the item is edited. */
export const css = `
  body { font: 14px sans-serif; width: 500px; margin: 20px auto }
  ul { list-style: none; padding: 0 }
  .new { width: 100%; padding: 8px; box-sizing: border-box }
  .list li { position: relative; padding: 8px; border-bottom: 1px solid #ddd }
  .list li label { padding: 0 12px }
  .list li .edit { display: none }
  .list li.editing .edit { display: inline-block }
  .list li.editing .view { display: none }
  .list li.done label { text-decoration: line-through; color: #999 }
  .destroy { display: none; position: absolute; right: 8px; top: 6px; width: 24px; border: 0; background: none }
  .destroy::after { content: '\\00d7' }
  .list li:hover .destroy { display: block }
  .filters li { display: inline; margin: 4px }
  .filters .selected { border: 1px solid #c77 }`;

export const addStyle = () => {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
};
