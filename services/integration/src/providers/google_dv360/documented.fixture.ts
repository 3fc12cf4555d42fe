import type { Documented } from '../documented.fixture.ts';

const mine = '2002';

export const documented: Documented = {
  mine,
  others: ['3003'],
  requests: [
    {
      api: 'displayvideo',
      line: `GET advertisers/${mine}/lineItems`,
      query: { pageSize: '200', filter: 'entityStatus="ENTITY_STATUS_ACTIVE"' },
    },
    { api: 'displayvideo', line: 'GET inventorySources', query: { advertiserId: mine, pageSize: '100' } },
    {
      api: 'displayvideo',
      line: 'POST sdfdownloadtasks',
      json: {
        version: 'SDF_VERSION_9',
        advertiserId: mine,
        parentEntityFilter: {
          fileType: ['FILE_TYPE_LINE_ITEM'],
          filterType: 'FILTER_TYPE_CAMPAIGN_ID',
          filterIds: ['55501'],
        },
      },
    },
    {
      api: 'displayvideo',
      line: 'POST customBiddingAlgorithms',
      json: {
        advertiserId: mine,
        displayName: 'Bids',
        entityStatus: 'ENTITY_STATUS_ACTIVE',
        customBiddingAlgorithmType: 'SCRIPT_BASED',
        sharedAdvertiserIds: [mine],
      },
    },
    {
      api: 'displayvideo',
      line: `POST advertisers/${mine}/lineItems`,
      json: {
        displayName: 'Autumn',
        campaignId: '55501',
        insertionOrderId: '66601',
        lineItemType: 'LINE_ITEM_TYPE_DISPLAY_DEFAULT',
        entityStatus: 'ENTITY_STATUS_DRAFT',
        flight: {
          flightDateType: 'LINE_ITEM_FLIGHT_DATE_TYPE_CUSTOM',
          dateRange: { startDate: { year: 2026, month: 11, day: 1 } },
        },
        budget: { budgetAllocationType: 'LINE_ITEM_BUDGET_ALLOCATION_TYPE_FIXED', maxAmount: '5000000' },
        bidStrategy: { fixedBid: { bidAmountMicros: '1000000' } },
        creativeIds: ['77701'],
      },
    },
    {
      api: 'displayvideo',
      line: 'POST inventorySources/88801:editInventorySourceReadWriteAccessors',
      needsAll: true,
      json: { advertisersUpdate: { addedAdvertisers: [mine], removedAdvertisers: [mine] } },
    },
    {
      api: 'displayvideo',
      line: `PATCH advertisers/${mine}/channels/99901`,
      json: { displayName: 'Channel', readAdvertiserIds: [mine] },
    },
    {
      api: 'bidmanager',
      line: 'POST queries',
      json: {
        metadata: {
          title: 'Week',
          format: 'CSV',
          dataRange: {
            range: 'CUSTOM_DATES',
            customStartDate: { year: 2026, month: 11, day: 1 },
            customEndDate: { year: 2026, month: 11, day: 7 },
          },
        },
        params: {
          type: 'STANDARD',
          groupBys: ['FILTER_DATE', 'FILTER_MEDIA_PLAN'],
          metrics: ['METRIC_IMPRESSIONS'],
          filters: [
            { type: 'FILTER_ADVERTISER', value: mine },
            { type: 'FILTER_LINE_ITEM', value: '55501' },
          ],
        },
        schedule: { frequency: 'ONE_TIME' },
      },
    },
  ],
  elsewhere: [
    '?pageSize',
    'bidStrategy.fixedBid.bidAmountMicros',
    'budget.budgetAllocationType',
    'budget.maxAmount',
    'campaignId',
    'creativeIds.+',
    'creativeIds.0',
    'customBiddingAlgorithmType',
    'displayName',
    'flight.dateRange.startDate.day',
    'flight.dateRange.startDate.month',
    'flight.dateRange.startDate.year',
    'flight.flightDateType',
    'insertionOrderId',
    'lineItemType',
    'metadata.dataRange.customEndDate.day',
    'metadata.dataRange.customEndDate.month',
    'metadata.dataRange.customEndDate.year',
    'metadata.dataRange.customStartDate.day',
    'metadata.dataRange.customStartDate.month',
    'metadata.dataRange.customStartDate.year',
    'metadata.title',
    'params.filters.1.value',
    'params.metrics.+',
    'params.metrics.0',
    'params.type',
    'parentEntityFilter.fileType.+',
    'parentEntityFilter.fileType.0',
    'parentEntityFilter.filterIds.+',
    'parentEntityFilter.filterIds.0',
    'schedule.frequency',
    'version',
  ],
};
