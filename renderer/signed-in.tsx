/** What somebody who has signed in sees: the frame, and in it the page of the address. Loaded while they sign in. */
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { earlySubject } from '#shared/domain/bridge-subject.ts';
import { keptTabNames, keptTabs } from '#shared/domain/kept-tabs.ts';
import { isProfileComing, useActiveProfile, useApp } from './app-store.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { OpeningNotice } from './components/opening-notice.tsx';
import { ActivityPage } from './features/activity/index.tsx';
import { AnswersPage } from './features/answers/index.tsx';
import { BridgePage } from './features/bridge/index.tsx';
import { CheckByHandPage } from './features/check-by-hand/index.tsx';
import { BranchesPage, ClosePage, HistoryPage } from './features/closing/index.tsx';
import { AddressesPage, KeysPage } from './features/credentials/index.tsx';
import { ImportedPage, ImportPage, ImportsPage } from './features/import/index.tsx';
import { InstantSettlementPage } from './features/instant-settlement/index.tsx';
import { OperationsPage } from './features/operations/index.tsx';
import { PaymentsPage } from './features/payments/index.tsx';
import { CheckoutsPage } from './features/checkouts/index.tsx';
import { ConnectPage } from './features/profiles/index.tsx';
import { KeptListsPage } from './features/kept/index.tsx';
import { Calculators } from './features/rates/index.tsx';
import { comparisons, ReconcilePage } from './features/reconciliation/index.tsx';
import { SavedCardsPage } from './features/saved-cards/index.tsx';
import { SignaturePage } from './features/signature/index.tsx';
import { RecipientsPage } from './features/transfers/index.tsx';
import { SettingsPage } from './features/settings/index.tsx';
import { SettlementPage } from './features/settlement/index.tsx';
import { TerminalsPage } from './features/terminals/index.tsx';
import { OverdueBanner, TodayPage } from './features/today/index.tsx';
import { TerminalPage } from './features/transactions/index.tsx';
import { WordsPage } from './features/words/index.tsx';
import { WelcomePage } from './features/welcome/index.tsx';
import { Frame } from './frame/frame.tsx';
import { PlaceTabs } from './frame/place-tabs.tsx';
// After the styles of every page: in a narrow window it decides.
import './theme/narrow.css';

/** The longer address comes first: an order is named by its key alone. */
const paymentPages = (
  <>
    <Route path="/payments">{() => <PaymentsPage tabs={<PlaceTabs />} />}</Route>
    <Route path="/payments/checkouts/:key?">
      {({ key }) => <CheckoutsPage tabs={<PlaceTabs />} openKey={key ?? null} />}
    </Route>
    <Route path="/payments/cards/:key?">
      {({ key }) => <SavedCardsPage tabs={<PlaceTabs />} openKey={key ?? null} />}
    </Route>
    <Route path="/payments/:key">
      {({ key }) => <PaymentsPage tabs={<PlaceTabs />} openKey={decodeURIComponent(key)} />}
    </Route>
  </>
);

const settlementPages = (
  <>
    <Route path="/settlement">{() => <SettlementPage tab="windows" />}</Route>
    <Route path="/settlement/settled/:key?">
      {({ key }) => (
        <SettlementPage tab="settled" openKey={key === undefined ? null : decodeURIComponent(key)} />
      )}
    </Route>
    <Route path="/settlement/figures">{() => <SettlementPage tab="figures" />}</Route>
    <Route path="/settlement/bridge/:subject">
      {({ subject }) => <BridgePage subject={decodeURIComponent(subject)} />}
    </Route>
  </>
);

/** Its lists of webhooks and deliveries are kept ones. */
const integrationPages = (
  <>
    <Route path="/integration/check">{() => <SignaturePage tabs={<PlaceTabs />} />}</Route>
    <Route path="/integration/keys">{() => <KeysPage tabs={<PlaceTabs />} />}</Route>
    <Route path="/integration/addresses">{() => <AddressesPage tabs={<PlaceTabs />} />}</Route>
  </>
);

/** Its other lists are kept ones. */
const recipientsPage = (
  <Route path="/transfers/recipients">{() => <RecipientsPage tabs={<PlaceTabs />} />}</Route>
);

/** Two addresses each: a tab, and a row that is open in it. */
const keptPages = keptTabNames.flatMap((tab) => {
  const above = tab === 'fees' ? <Calculators /> : null;
  return [
    <Route key={tab} path={keptTabs[tab]}>
      {() => (
        <KeptListsPage tabs={<PlaceTabs />} tab={tab}>
          {above}
        </KeptListsPage>
      )}
    </Route>,
    <Route key={`${tab} row`} path={`${keptTabs[tab]}/:list/:key`}>
      {({ list, key }) => (
        <KeptListsPage tabs={<PlaceTabs />} tab={tab} open={{ list, key: decodeURIComponent(key) }}>
          {above}
        </KeptListsPage>
      )}
    </Route>,
  ];
});

function WithoutMerchant() {
  // One that is open and not read yet is not none.
  const isComing = useApp(isProfileComing);
  if (isComing) return <OpeningNotice />;
  return (
    <Switch>
      <Route path="/connect" component={ConnectPage} />
      <Route path="/settings" component={SettingsPage} />
      <Route component={WelcomePage} />
    </Switch>
  );
}

function Pages() {
  const profile = useActiveProfile();
  if (!profile) return <WithoutMerchant />;
  // Another profile is another world: nothing of a page survives the switch.
  return (
    <Switch key={profile.id}>
      <Route path="/today" component={TodayPage} />
      <Route path="/terminals" component={TerminalsPage} />
      <Route path="/terminals/:terminalId/:rowId?">
        {({ terminalId, rowId }) => (
          <TerminalPage
            terminalId={decodeURIComponent(terminalId)}
            openRow={rowId === undefined ? null : decodeURIComponent(rowId)}
          />
        )}
      </Route>
      <Route path="/operations">{() => <OperationsPage />}</Route>
      <Route path="/operations/:opId">{({ opId }) => <OperationsPage opId={opId} />}</Route>
      <Route path="/close">{() => <BranchesPage resume />}</Route>
      <Route path="/close/branches">{() => <BranchesPage resume={false} />}</Route>
      <Route path="/close/history">{() => <HistoryPage view="list" />}</Route>
      <Route path="/close/calendar">{() => <HistoryPage view="month" />}</Route>
      <Route path="/close/day/:closingId">
        {({ closingId }) => <ClosePage closingId={decodeURIComponent(closingId)} />}
      </Route>
      {keptPages}
      {paymentPages}
      {settlementPages}
      <Route path="/reconcile/import" component={ImportPage} />
      <Route path="/reconcile/imports" component={ImportsPage} />
      <Route path="/reconcile/imports/:importId">
        {({ importId }) => <ImportedPage importId={decodeURIComponent(importId)} />}
      </Route>
      <Route path="/reconcile">{() => <ReconcilePage />}</Route>
      {comparisons.map((comparison) => (
        <Route key={comparison} path={`/reconcile/${comparison}/:part?/:openKey?`}>
          {({ part, openKey }) => (
            <ReconcilePage
              comparison={comparison}
              part={part}
              openKey={openKey === undefined ? undefined : decodeURIComponent(openKey)}
            />
          )}
        </Route>
      ))}
      <Route path="/instant" component={InstantSettlementPage} />
      <Route path="/instant/request/:requestId">
        {({ requestId }) => <BridgePage subject={earlySubject(decodeURIComponent(requestId))} />}
      </Route>
      {integrationPages}
      {recipientsPage}
      <Route path="/activity" component={ActivityPage} />
      <Route path="/check-by-hand" component={CheckByHandPage} />
      <Route path="/settings" component={SettingsPage} />
      <Route path="/settings/words" component={WordsPage} />
      <Route path="/settings/answers" component={AnswersPage} />
      <Route path="/connect" component={ConnectPage} />
      <Route>
        <Redirect to="/today" />
      </Route>
    </Switch>
  );
}

/** A page that failed is left behind with its address. */
function Contained() {
  const [path] = useLocation();
  return (
    <ErrorBoundary key={path.split('/')[1] ?? ''}>
      <Pages />
    </ErrorBoundary>
  );
}

export function SignedIn() {
  return (
    <Frame>
      <OverdueBanner />
      <Contained />
    </Frame>
  );
}
