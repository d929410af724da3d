/**
 * Fields that only the code in a page knows, and that are written there most: a file and its parts have them by letters.
 * None is of a result, of what outlives a second injection, or of the engine's objects, and none is written as a string.
 */
export const innerFields = (
  'interactivity hasLayout isNamedByContent isWhole isDescribedByContext hasChildren isInvisible isApart hiddenBy ' +
  'isShown showsHidden isContent isAlternative lastIsContent isUnknown isSortedHeader isTextSeen isBlock hiddenByIsStatic ' +
  'imagesOfMaps isVerbatim contentRole isFocusable isScriptedLink isInWantedPart isScoped endsInSpace isEditingHost ' +
  'foldsBoxes isTitledIcon generatedContent isDraggable isOffscreen isUnseen seesText ' +
  'findClickable atKeypress boxesAbove isUnlaid isTransparent ownLinked hiddenInfos rovingGrids hoverCursors hoverHosts ' +
  'isTight isCanvas isMute waysBefore addWritten hasMade hasTaken scrollStarts inTree ' +
  'delegated facts addText endLongLine frameContent isOutOfSight leaveInTable addCode ownCursor readBox ' +
  'isNative isValue isHidden showsText isFull awaitPage fieldText byClasses byControl maxText isOut timersLeft heads slides jumps ' +
  'timersUpTo closeWatchers restless linked prose titles rendering showsRef parents isFirst addNode arrange excluded ' +
  'keepsText references levels causes posted anyActive isUntouched edges loopMs requests isAside ' +
  'remains scopes isFlat textPlace referring keepsRefs clearIdle clearFrame surfaces skipping kindsElsewhere radios ' +
  'holder isRetry standing surface selectors foldRoom isTitled promised ' +
  'invokers quietFor headed isSound sweepAt isProse ownFrom isFixed posting coming idleAt leaveTask isAwaiting'
).split(' ');
