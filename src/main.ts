import { fetchFirstPage } from '#app/first-page.ts';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// Request the data of the first page before the code that renders it has loaded.
const sent = fetchFirstPage(location);
void import('#app/render-panel.tsx').then(({ renderPanel }) => renderPanel(root, sent));
